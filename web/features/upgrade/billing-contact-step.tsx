import type * as z from "zod/mini";
import { billingContactForm } from "#shared/customer/customer.ts";
import { labelFor } from "#shared/customer/customer-field-views.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { BillingContactFields } from "#web/forms/customer-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import { saveProfile } from "#web/lib/queries/profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { CompanyLink } from "#web/ui/company-link.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { isRegistered, type UpgradeStepProps, upgradeBody, withRegistered } from "./upgrade-draft.ts";

/** Sends the values by `POST /api/user`, operation upgrade, unless the API has them, and continues with the payment. */
function useRegister({ store, moves, secrets, onRefused }: UpgradeStepProps) {
  const register = async (billingContact: z.output<typeof billingContactForm>): Promise<void> => {
    if (!isRegistered({ ...store.draft, billingContact }))
      await saveProfile(upgradeBody(store.draft, billingContact, secrets));
    store.save((draft) => withRegistered(draft, billingContact));
    moves.next();
  };
  return useCall(register, {
    isShownHere: isRefusal,
    onError: (error) => isRefusal(error) && onRefused(),
  });
}

/** Step 1: the billing contact. */
export function BillingContactStep(props: UpgradeStepProps) {
  const { store, moves, profile } = props;
  const form = usePortalForm(billingContactForm, store.draft.billingContact);
  const { failure, call } = useRegister(props);
  useTyped(form, (values) => store.saveWithoutRender((draft) => ({ ...draft, billingContact: values })));
  return (
    <StepForm
      form={form}
      onSubmit={call}
      enterKeyHint="next"
      submitLabel="次へ"
      onBack={moves.back}
      connectionFailure={failure}
    >
      <AlertBox severity="info">
        ご請求先は、原則としてご契約者となります。ご契約者以外へのご請求を希望される場合は、
        <CompanyLink page="contactUrl">別途お申し出ください</CompanyLink>。
      </AlertBox>
      <Facts>
        <Fact term={labelFor("corporateName", profile.CustomerKbn)}>{profile.CorporateName}</Fact>
      </Facts>
      <BillingContactFields />
    </StepForm>
  );
}
