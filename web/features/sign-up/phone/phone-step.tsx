import Typography from "@mui/material/Typography";
import { useState } from "react";
import { phoneForm } from "#shared/customer/customer.ts";
import { CustomerField } from "#web/components/customer-fields/customer-field.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { useTyped } from "#web/components/form/use-typed.ts";
import { Notice } from "#web/components/notice.tsx";
import { StepForm } from "#web/components/wizard/step-form.tsx";
import { useFailure } from "#web/lib/api/use-failure.ts";
import { isPassingFailure, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import { hasUsableSms, typedOf, withSentSms, withTyped } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

/** Step 2: the mobile number that the code goes to. */
export function PhoneStep({ store, moves, refusal }: StepProps & { refusal?: string | undefined }) {
  const { draft, save, keep } = store;
  const form = usePortalForm(phoneForm, { chargePhoneNumber: typedOf(draft).chargePhoneNumber });
  const { connectionFailure, fail, forget } = useFailure();
  const [passing, setPassing] = useState<string>();
  useTyped(form, (values) => keep((current) => withTyped(current, values)));
  const submit = async ({ chargePhoneNumber }: { chargePhoneNumber: string }): Promise<void> => {
    forget();
    setPassing(undefined);
    try {
      if (!hasUsableSms(draft, chargePhoneNumber, Date.now())) {
        const sent = await sendSmsCode(chargePhoneNumber);
        save((current) => withSentSms(current, chargePhoneNumber, sent));
      }
      moves.next();
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
      onBack={moves.back}
      connectionFailure={connectionFailure ?? passing}
    >
      {refusal !== undefined && <Notice severity="error">{refusal}</Notice>}
      <Typography>ご担当者の携帯電話番号に、SMSで認証コードをお送りします。</Typography>
      <Notice severity="info">
        携帯電話以外の番号では、SMSを受信できません。SMS機能のお試しにも、ここで登録した番号を使用します。
      </Notice>
      <CustomerField control={form.control} name="chargePhoneNumber" />
    </StepForm>
  );
}
