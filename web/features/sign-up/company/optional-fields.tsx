import Box from "@mui/material/Box";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { labels } from "../../../../shared/labels.ts";
import { limits } from "../../../../shared/limits.ts";
import { choices } from "../../../components/customer-fields/choices.ts";
import { CheckboxGroupField } from "../../../components/form/checkbox-group-field.tsx";
import { FormField } from "../../../components/form/form-field.tsx";
import { FieldGrid, FullWidth } from "../../../components/form/form-section.tsx";
import { SelectField } from "../../../components/form/select-field.tsx";
import type { CompanyControl } from "../step-props.ts";

const selects = ["position", "industry", "task", "discoverySource"] as const;

const isAnswer = (answer: unknown): boolean =>
  Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== "";

/** The questionnaire of step 1 (design section 8), folded away until someone wants to answer it. */
export function OptionalFields({ control }: { control: CompanyControl }) {
  const answers = useWatch({ control, name: ["department", "usage", ...selects] });
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
          <FormField
            control={control}
            name="department"
            label={labels.department}
            maxLength={limits.textMaxLength}
            autoComplete="off"
          />
          {selects.map((name) => (
            <SelectField
              key={name}
              control={control}
              name={name}
              label={labels[name]}
              choices={choices[name]}
            />
          ))}
          <FullWidth>
            <CheckboxGroupField
              control={control}
              name="usage"
              label={labels.usage}
              hint="あてはまるものをすべてお選びください。"
              choices={choices.usage}
            />
          </FullWidth>
        </FieldGrid>
      </Box>
    </Box>
  );
}
