import { errorCodes } from "#shared/errors.ts";
import { SmsHelp } from "#web/components/code-entry/sms-help.tsx";
import { SmsCodeLife, smsResentMessage } from "#web/components/code-entry/sms-notes.tsx";
import { saveCustomer } from "#web/lib/customer.ts";
import { ChangePage } from "../change-page.tsx";
import type { VerifiedChange } from "../verified-change.ts";
import { checkCode, sendCode } from "./phone-code.ts";
import { PhoneStep } from "./phone-step.tsx";

const phoneChange: VerifiedChange<"numberChangeInfo"> = {
  key: "numberChangeInfo",
  title: "電話番号の変更",
  steps: ["新しい電話番号", "SMS認証"],
  FirstStep: PhoneStep,
  destination: ({ chargePhoneNumber }) => chargePhoneNumber,
  by: "SMS",
  note: <SmsCodeLife />,
  help: <SmsHelp />,
  resentMessage: smsResentMessage,
  resend: ({ chargePhoneNumber }) => sendCode(chargePhoneNumber),
  check: checkCode,
  verifiedMessage: "新しい電話番号の確認が完了しました。",
  save: ({ requestId, chargePhoneNumber }) =>
    saveCustomer({ operation: "update", chargePhoneNumber, requestId }),
  savedMessage: "ご担当者の携帯電話番号を変更しました。今後のSMSは、新しい番号にお送りします。",
  refused: { code: "phone_not_verified", message: errorCodes.phone_not_verified.message },
};

/** /pn/change */
export default function PhoneChangePage() {
  return <ChangePage change={phoneChange} />;
}
