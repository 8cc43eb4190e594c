import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { CustomerFields } from "#web/components/customer-fields/customer-field.tsx";
import { Disclosure } from "#web/components/disclosure.tsx";
import { FieldGrid } from "#web/components/form/form-section.tsx";
import type { CompanyControl } from "../step-props.ts";

const asked = ["department", "position", ...namesIn("questionnaire")] as const;

const isAnswer = (answer: unknown): boolean =>
  Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== "";

const title = (
  <span>
    アンケート（任意）
    <br />
    <Typography component="span" variant="body2" color="textSecondary">
      サービス向上のため、差し支えない範囲でお聞かせください。
    </Typography>
  </span>
);

/** The questionnaire of step 1 (design section 8), folded away until someone wants to answer it. */
export function OptionalFields({ control }: { control: CompanyControl }) {
  const answers = useWatch({ control, name: asked });
  const [answeredBefore] = useState(() => answers.some(isAnswer));
  return (
    <Disclosure title={title} open={answeredBefore}>
      <FieldGrid>
        <CustomerFields control={control} names={asked} />
      </FieldGrid>
    </Disclosure>
  );
}
