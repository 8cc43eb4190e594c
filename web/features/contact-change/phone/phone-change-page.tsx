import { errorCodes } from "../../../../shared/errors.ts";
import { limits } from "../../../../shared/limits.ts";
import { Notice } from "../../../components/notice.tsx";
import { SmsHelp } from "../../../components/sms-help.tsx";
import { saveCustomer } from "../../../lib/customer.ts";
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
  arrival: "にSMSで",
  note: (
    <Notice severity="info">
      認証コードは{limits.smsCodeMinutes}分間有効です。確認されない場合は自動的に再送されます。
    </Notice>
  ),
  help: <SmsHelp />,
  resentMessage: "認証コードを再送信しました。SMSをご確認ください。",
  resend: ({ chargePhoneNumber }) => sendCode(chargePhoneNumber),
  check: checkCode,
  verifiedMessage: "新しい電話番号の確認が完了しました。",
  save: ({ requestId, chargePhoneNumber }) =>
    saveCustomer({ operation: "update", chargePhoneNumber, requestId }),
  refused: { code: "phone_not_verified", message: errorCodes.phone_not_verified.message },
};

/** /pn/change */
export default function PhoneChangePage() {
  return <ChangePage change={phoneChange} />;
}
