import { billingContactForm } from "#shared/customer/customer.ts";
import { labelFor } from "#shared/customer/customer-field-views.ts";
import { CompanyLink } from "#web/components/company-link.tsx";
import { BillingContactFields } from "#web/components/customer-fields/billing-contact-fields.tsx";
import { Description, DescriptionList } from "#web/components/description-list.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { useTyped } from "#web/components/form/use-typed.ts";
import { Notice } from "#web/components/notice.tsx";
import { StepForm } from "#web/components/wizard/step-form.tsx";
import type { StepProps } from "../step-props.ts";
import { useRegister } from "./use-register.ts";

/** Step 1: who the bill goes to. */
export function BillingContactStep(props: StepProps) {
  const { store, moves, customer } = props;
  const form = usePortalForm(billingContactForm, store.draft.billingContact);
  const { control } = form;
  const { failure, submit } = useRegister(props);
  useTyped(form, (values) => store.keep((draft) => ({ ...draft, billingContact: values })));
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="next"
      submitLabel="次へ"
      onBack={moves.back}
      connectionFailure={failure}
    >
      <Notice severity="info">
        ご請求先は、原則としてご契約の会社となります。ご契約の会社以外へのご請求を希望される場合は、
        <CompanyLink page="contactUrl">別途お申し出ください</CompanyLink>。
      </Notice>
      <DescriptionList>
        <Description term={labelFor("corporateName", customer.CustomerKbn)}>
          {customer.CorporateName}
        </Description>
      </DescriptionList>
      <BillingContactFields control={control} />
    </StepForm>
  );
}
