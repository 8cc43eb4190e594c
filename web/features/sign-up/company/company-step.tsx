import { companyForm } from "#shared/customer/customer.ts";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { useTyped } from "#web/components/form/use-typed.ts";
import { StepForm } from "#web/components/wizard/step-form.tsx";
import type { Company } from "../draft.ts";
import type { StepProps } from "../step-props.ts";
import { CompanyFields } from "./company-fields.tsx";
import { Consents } from "./consents.tsx";
import { OptionalFields } from "./optional-fields.tsx";

const untouched: Company = { customerKbn: 0, usage: [], optInServiceInfo: true, optInEvents: true };

/** Step 1: who signs up. Every keystroke is stored. */
export function CompanyStep({
  store: { draft, save, keep },
  moves,
  onTyped,
}: StepProps & { onTyped: () => void }) {
  const form = usePortalForm(companyForm, { ...untouched, ...draft.company });
  const { control, watch } = form;
  useTyped(form, (company) => {
    onTyped();
    keep((current) => ({ ...current, company }));
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
      <CompanyFields control={control} />
      <OptionalFields control={control} />
      <Consents control={control} agreed={agreed} />
    </StepForm>
  );
}
