import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { companyForm } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { CheckboxField } from "#web/forms/checkbox-field.tsx";
import { CustomerFields } from "#web/forms/customer-field.tsx";
import { Cell, FieldGrid, FormSection } from "#web/forms/form-section.tsx";
import { OptInFields } from "#web/forms/opt-in-fields.tsx";
import { RequiredNote } from "#web/forms/required-note.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { CompanyLink } from "#web/ui/company-link.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import type { CompanyDraft, SignUpStepProps } from "./wizard-draft.ts";

const companyNames = namesIn("company").filter((name) => customerFields[name].required);
const contactNames = namesIn("contact", "kintone").filter((name) => customerFields[name].required);

/** The required fields of step 1. */
function CompanyFields() {
  return (
    <>
      <FormSection title="お客様について">
        <CustomerFields names={companyNames} />
      </FormSection>
      <FormSection title="ご担当者・ご利用環境について">
        <CustomerFields names={contactNames} />
      </FormSection>
    </>
  );
}

const asked = ["department", "position", ...namesIn("questionnaire")] as const;

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";

const title = (
  <span>
    アンケート（任意）
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
      よろしければお聞かせください。
    </Typography>
  </span>
);

/** The questionnaire of step 1 (design section 8). Open if a field is filled in. */
function OptionalFields() {
  const values = useWatch({ name: asked });
  const [wasFilled] = useState(() => values.some(isFilled));
  return (
    <Disclosure title={title} open={wasFilled}>
      <FieldGrid>
        <CustomerFields names={asked} />
      </FieldGrid>
    </Disclosure>
  );
}

/** The opt-ins, which are checked by default, and the two required consents. */
function Consents({ agreed }: { agreed: boolean }) {
  return (
    <FormSection title="お知らせメールと同意事項">
      <Cell width="full">
        <OptInFields />
        <CheckboxField
          name="agreedTerms"
          required
          label={
            <span>
              <CompanyLink page="termsUrl">利用規約</CompanyLink>および
              <CompanyLink page="privacyUrl">プライバシーポリシー</CompanyLink>に同意します。
            </span>
          }
        />
        <CheckboxField
          name="agreedBusinessUse"
          required
          label="申込者は権利能力を有する法人・個人事業主・団体等であり、事業のために本プラグインを利用することを表明します。"
        />
        <Typography aria-live="polite" variant="body2" color="textSecondary" sx={{ minHeight: "1.5rem" }}>
          {!agreed && "2つの事項にご同意いただくと、次へ進めます。"}
        </Typography>
      </Cell>
    </FormSection>
  );
}

const untouched: CompanyDraft = { customerKbn: 0, usage: [], optInServiceInfo: true, optInEvents: true };

/** Step 1: the customer's data. Every keystroke is stored. */
export function CompanyStep({
  store: { draft, save, saveWithoutRender },
  moves,
  onTyped,
}: SignUpStepProps & { onTyped: () => void }) {
  const form = usePortalForm(companyForm, { ...untouched, ...draft.company });
  const { watch } = form;
  useTyped(form, (company) => {
    onTyped();
    saveWithoutRender((current) => ({ ...current, company }));
  });
  const [agreedTerms, agreedBusinessUse] = watch(["agreedTerms", "agreedBusinessUse"]);
  const agreed = agreedTerms === true && agreedBusinessUse === true;
  return (
    <StepForm
      form={form}
      enterKeyHint="next"
      submitLabel="同意して次へ"
      submitDisabled={!agreed}
      onSubmit={(company) => {
        save((current) => ({ ...current, company }));
        moves.next();
      }}
    >
      <RequiredNote />
      <CompanyFields />
      <OptionalFields />
      <Consents agreed={agreed} />
    </StepForm>
  );
}
