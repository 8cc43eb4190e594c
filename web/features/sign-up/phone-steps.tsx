import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { phoneForm } from "#shared/customer/customer.ts";
import { failureMessages } from "#shared/messages.ts";
import { bySms, CodeEntry } from "#web/flow/code-entry.tsx";
import { SendCode } from "#web/flow/send-code.tsx";
import { StepActions } from "#web/flow/step-form.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callWithCode, checkSmsCode, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { CompanyLink } from "#web/ui/company-link.tsx";
import {
  hasUsableSms,
  type SignUpStepProps,
  typedOf,
  withExpiredSms,
  withSentSms,
  withTypedFields,
} from "./wizard-draft.ts";

/** Step 2: the mobile number. */
export function PhoneStep({ store, moves, refusal }: SignUpStepProps & { refusal?: string | undefined }) {
  const { draft, save, saveWithoutRender } = store;
  const form = usePortalForm(phoneForm, { chargePhoneNumber: typedOf(draft).chargePhoneNumber });
  useTyped(form, (values) => saveWithoutRender((current) => withTypedFields(current, values)));
  const send = async ({ chargePhoneNumber }: { chargePhoneNumber: string }): Promise<undefined> => {
    if (hasUsableSms(draft, chargePhoneNumber, Date.now())) return;
    const sent = await sendSmsCode(chargePhoneNumber);
    save((current) => withSentSms(current, chargePhoneNumber, sent));
  };
  return (
    <SendCode form={form} send={send} onSent={moves.next} onBack={moves.back} refusal={refusal}>
      <Typography>ご担当者の携帯電話番号に、SMSで認証コードをお送りします。</Typography>
      <AlertBox severity="info">
        <span>
          携帯電話以外の番号では、SMSを受信できません。SMS機能のお試しにも、ここで登録した番号を使用します。携帯電話をお持ちでない場合は、
          <CompanyLink page="contactUrl">お問い合わせ</CompanyLink>ください。
        </span>
      </AlertBox>
      <CustomerField name="chargePhoneNumber" />
    </SendCode>
  );
}

function Verified({ moves }: Pick<SignUpStepProps, "moves">) {
  return (
    <>
      <AlertBox severity="success">この携帯電話番号は確認済みです。</AlertBox>
      <StepActions onBack={moves.back}>
        <Button onClick={moves.next}>次へ</Button>
      </StepActions>
    </>
  );
}

/** Step 3: the code from the SMS. */
export function SmsCodeStep({ store: { draft, save }, moves }: SignUpStepProps) {
  const { chargePhoneNumber = "", requestId = "", smsSentAt } = draft;
  const check = async (code: string) => {
    const refusal = await checkSmsCode(requestId, code);
    if (refusal?.expired) save(withExpiredSms);
    if (refusal) return { message: failureMessages.verificationFailed, ...refusal };
    save((current) => ({ ...current, phoneVerified: true }));
    moves.next();
    return undefined;
  };
  const resend = async () => {
    const resent = await sendSmsCode(chargePhoneNumber);
    save((current) => withSentSms(current, chargePhoneNumber, resent));
    return resent.secondsToWait;
  };
  const call = async () => {
    const called = await callWithCode(requestId);
    save((current) => withSentSms(current, chargePhoneNumber, called));
    return called.secondsToWait;
  };
  if (draft.phoneVerified) return <Verified moves={moves} />;
  return (
    <CodeEntry
      {...bySms}
      destination={chargePhoneNumber}
      onCode={check}
      onResend={resend}
      onCall={call}
      sentAt={smsSentAt}
      onBack={moves.back}
    />
  );
}
