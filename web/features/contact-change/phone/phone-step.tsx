import Typography from "@mui/material/Typography";
import { useState } from "react";
import { phoneForm } from "#shared/customer/customer.ts";
import { CustomerField } from "#web/components/customer-fields/customer-field.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { useTyped } from "#web/components/form/use-typed.ts";
import { Notice } from "#web/components/notice.tsx";
import { StepForm } from "#web/components/wizard/step-form.tsx";
import { useFailure } from "#web/lib/api/use-failure.ts";
import { isPassingFailure } from "#web/lib/phone/sms-code.ts";
import { useRegistered } from "#web/lib/use-customer.ts";
import { hasUsableCode, withSent } from "../change-draft.ts";
import { CurrentValue } from "../current-value.tsx";
import type { FirstStepProps } from "../verified-change.ts";
import { sendCode } from "./phone-code.ts";

const sameNumber = "現在の電話番号と同じです。変更後の電話番号を入力してください。";
const digitsOf = (number: string): string => number.replaceAll("-", "");
const isSame = (one: string, other = ""): boolean => digitsOf(one) === digitsOf(other);

/** Step 0: the new number, which has to be a mobile. */
export function PhoneStep({ store, onSent, onBack, refusal }: FirstStepProps<"numberChangeInfo">) {
  const { draft, save, keep } = store;
  const form = usePortalForm(phoneForm, { chargePhoneNumber: draft.typed });
  const current = useRegistered()?.ChargePhoneNumber;
  const { connectionFailure, fail, forget } = useFailure();
  const [passing, setPassing] = useState<string>();
  useTyped(form, ({ chargePhoneNumber }) => keep((now) => ({ ...now, typed: chargePhoneNumber })));

  const send = async (chargePhoneNumber: string): Promise<void> => {
    const isSent = isSame(chargePhoneNumber, draft.target?.chargePhoneNumber);
    if (!isSent || !hasUsableCode(draft, Date.now())) {
      const sent = await sendCode(chargePhoneNumber);
      save((now) => withSent(now, sent));
    }
    onSent();
  };
  const submit = async ({ chargePhoneNumber }: { chargePhoneNumber: string }): Promise<void> => {
    forget();
    setPassing(undefined);
    if (isSame(chargePhoneNumber, current)) {
      form.setError("chargePhoneNumber", { message: sameNumber }, { shouldFocus: true });
      return;
    }
    try {
      await send(chargePhoneNumber);
    } catch (error) {
      // It says what to wait for, which nobody should have to read on another page.
      if (isPassingFailure(error)) setPassing(error.message);
      else fail(error);
    }
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="send"
      submitLabel="認証コードを送信"
      onBack={onBack}
      connectionFailure={connectionFailure ?? passing}
    >
      {refusal !== undefined && <Notice severity="error">{refusal}</Notice>}
      <CurrentValue label="現在の電話番号">{current}</CurrentValue>
      <Typography>新しい携帯電話番号に、SMSで認証コードをお送りします。</Typography>
      <Notice severity="info">携帯電話以外の番号では、SMSを受信できません。</Notice>
      <CustomerField control={form.control} name="chargePhoneNumber" />
    </StepForm>
  );
}
