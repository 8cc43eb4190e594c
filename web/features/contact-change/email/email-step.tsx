import Typography from "@mui/material/Typography";
import { emailForm } from "#shared/customer/customer.ts";
import { CustomerField } from "#web/components/customer-fields/customer-field.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { useTyped } from "#web/components/form/use-typed.ts";
import { Notice } from "#web/components/notice.tsx";
import { StepForm } from "#web/components/wizard/step-form.tsx";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { useRegistered } from "#web/lib/use-customer.ts";
import { CurrentValue } from "../current-value.tsx";
import type { FirstStepProps } from "../verified-change.ts";
import { useRequestChange } from "./use-request-change.ts";

/** Step 0: the new address. */
export function EmailStep({ store, onSent, onBack, refusal }: FirstStepProps<"newEmail">) {
  const form = usePortalForm(emailForm, { email: store.draft.typed });
  const current = useRegistered()?.Email;
  const { failure, submit } = useRequestChange(store, current, onSent, (message) =>
    form.setError("email", { message }, { shouldFocus: true }),
  );
  useTyped(form, ({ email }) => {
    prepareIdentity();
    store.keep((now) => ({ ...now, typed: email }));
  });
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="send"
      submitLabel="認証コードを送信"
      onBack={onBack}
      connectionFailure={failure}
    >
      {refusal !== undefined && <Notice severity="error">{refusal}</Notice>}
      <CurrentValue label="現在のメールアドレス">{current}</CurrentValue>
      <Typography>
        新しいメールアドレスに認証コードをお送りします。確認が済むまで、現在のメールアドレスは変わりません。
      </Typography>
      <CustomerField control={form.control} name="email" />
    </StepForm>
  );
}
