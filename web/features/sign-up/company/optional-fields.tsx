import Box from "@mui/material/Box";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { namesIn } from "../../../../shared/customer-fields.ts";
import { CustomerFields } from "../../../components/customer-fields/customer-field.tsx";
import { FieldGrid } from "../../../components/form/form-section.tsx";
import type { CompanyControl } from "../step-props.ts";

const asked = ["department", "position", ...namesIn("questionnaire")] as const;

const isAnswer = (answer: unknown): boolean =>
  Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== "";

/** The questionnaire of step 1 (design section 8), folded away until someone wants to answer it. */
export function OptionalFields({ control }: { control: CompanyControl }) {
  const answers = useWatch({ control, name: asked });
  const [answeredBefore] = useState(() => answers.some(isAnswer));
  return (
    <Box
      component="details"
      open={answeredBefore}
      sx={{ border: 1, borderColor: "divider", borderRadius: 1, mb: 1, bgcolor: "background.default" }}
    >
      <Box component="summary" sx={{ px: 2, py: 1.25, cursor: "pointer", fontWeight: 700, borderRadius: 1 }}>
        アンケート（任意）
        <Box
          component="span"
          sx={{ display: "block", fontSize: "0.875rem", fontWeight: 400, color: "text.secondary" }}
        >
          サービス向上のため、差し支えない範囲でお聞かせください。
        </Box>
      </Box>
      <Box sx={{ px: 2, pt: 1 }}>
        <FieldGrid>
          <CustomerFields control={control} names={asked} />
        </FieldGrid>
      </Box>
    </Box>
  );
}
