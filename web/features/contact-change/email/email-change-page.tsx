import Typography from "@mui/material/Typography";
import { errorCodes } from "#shared/errors.ts";
import { resendEmailCode } from "#web/lib/identity/email.ts";
import { ChangePage } from "../change-page.tsx";
import type { VerifiedChange } from "../verified-change.ts";
import { checkCode, saveEmail } from "./email-code.ts";
import { EmailStep } from "./email-step.tsx";

const emailChange: VerifiedChange<"newEmail"> = {
  key: "newEmail",
  title: "メールアドレスの変更",
  steps: ["新しいメールアドレス", "メール認証"],
  FirstStep: EmailStep,
  destination: (email) => email,
  help: (
    <Typography>
      メールが届かない場合は、迷惑メールフォルダーをご確認のうえ、認証コードを再送信してください。
    </Typography>
  ),
  resend: async (email) => {
    await resendEmailCode();
    return { target: email, sentAt: Date.now() };
  },
  check: checkCode,
  verifiedMessage: "新しいメールアドレスの確認が完了しました。",
  save: saveEmail,
  savedMessage: "メールアドレスを変更しました。今後のお知らせは、新しいメールアドレスにお送りします。",
  refused: {
    code: "email_not_verified",
    message: `${errorCodes.email_not_verified.message}もう一度認証コードを送信してください。`,
  },
};

/** /em/change */
export default function EmailChangePage() {
  return <ChangePage change={emailChange} />;
}
