import Typography from "@mui/material/Typography";
import { phoneForm } from "#shared/customer/customer.ts";
import { errorCodes } from "#shared/errors.ts";
import { failureMessages } from "#shared/messages.ts";
import { bySms } from "#web/flow/code-entry.tsx";
import { SendCode } from "#web/flow/send-code.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callWithCode, checkSmsCode, type SentSms, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import { saveProfile } from "#web/lib/queries/profile.ts";
import { useOptionalProfile } from "#web/lib/queries/use-profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import {
  type FirstStepProps,
  hasUsableCode,
  type Sent,
  type VerifiedChange,
  withSent,
} from "./change-draft.ts";
import { ChangePage, CurrentValue } from "./change-page.tsx";

const sameNumber = "現在の電話番号と同じです。変更後の電話番号を入力してください。";
const digitsOf = (number: string): string => number.replaceAll("-", "");
const isSame = (one: string, other = ""): boolean => digitsOf(one) === digitsOf(other);

/** Throws as `sendSmsCode` does. */
const sendCode = async (chargePhoneNumber: string): Promise<Sent<"numberChangeInfo">> =>
  sentTo(chargePhoneNumber, await sendSmsCode(chargePhoneNumber));

const sentTo = (chargePhoneNumber: string, { requestId, ...sent }: SentSms): Sent<"numberChangeInfo"> => ({
  target: { requestId, chargePhoneNumber },
  ...sent,
});

/** Step 0: the new number, which must be a mobile number. */
function PhoneStep({ store, ...props }: FirstStepProps<"numberChangeInfo">) {
  const { draft, save, saveWithoutRender } = store;
  const form = usePortalForm(phoneForm, { chargePhoneNumber: draft.typed });
  const current = useOptionalProfile()?.ChargePhoneNumber;
  useTyped(form, ({ chargePhoneNumber }) =>
    saveWithoutRender((now) => ({ ...now, typed: chargePhoneNumber })),
  );

  const send = async ({ chargePhoneNumber }: { chargePhoneNumber: string }) => {
    if (isSame(chargePhoneNumber, current))
      return { field: "chargePhoneNumber", message: sameNumber } as const;
    const isSent = isSame(chargePhoneNumber, draft.target?.chargePhoneNumber);
    if (!isSent || !hasUsableCode(draft, Date.now())) {
      const sent = await sendCode(chargePhoneNumber);
      save((now) => withSent(now, sent));
    }
    return undefined;
  };
  return (
    <SendCode form={form} send={send} {...props}>
      <CurrentValue label="現在の電話番号">{current}</CurrentValue>
      <Typography>新しい携帯電話番号に、SMSで認証コードをお送りします。</Typography>
      <AlertBox severity="info">携帯電話以外の番号では、SMSを受信できません。</AlertBox>
      <CustomerField name="chargePhoneNumber" />
    </SendCode>
  );
}

const phoneChange: VerifiedChange<"numberChangeInfo"> = {
  key: "numberChangeInfo",
  title: "電話番号の変更",
  steps: ["新しい電話番号", "SMS認証"],
  FirstStep: PhoneStep,
  destination: ({ chargePhoneNumber }) => chargePhoneNumber,
  entry: bySms,
  resend: ({ chargePhoneNumber }) => sendCode(chargePhoneNumber),
  call: async ({ requestId, chargePhoneNumber }) => sentTo(chargePhoneNumber, await callWithCode(requestId)),
  check: async ({ requestId }, code) => {
    const refusal = await checkSmsCode(requestId, code);
    return refusal && { message: failureMessages.wrongPhoneCode, ...refusal };
  },
  verifiedMessage: "新しい電話番号の確認が完了しました。",
  save: ({ requestId, chargePhoneNumber }) =>
    saveProfile({ operation: "update", chargePhoneNumber, requestId }),
  savedMessage: "ご担当者の携帯電話番号を変更しました。今後のSMSは、新しい番号にお送りします。",
  refused: { code: "phone_not_verified", message: errorCodes.phone_not_verified.message },
};

/** /pn/change */
export default function PhoneChangePage() {
  return <ChangePage change={phoneChange} />;
}
