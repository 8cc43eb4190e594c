import { limits } from "#shared/limits.ts";
import { Notice } from "../notice.tsx";

export const smsResentMessage = "認証コードを再送信しました。SMSをご確認ください。";

/** How long a code from an SMS lives (specification section 2). */
export function SmsCodeLife() {
  return (
    <Notice severity="info">
      認証コードは{limits.smsCodeMinutes}分間有効です。確認されない場合は自動的に再送されます。
    </Notice>
  );
}
