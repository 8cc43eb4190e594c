import Stack from "@mui/material/Stack";
import { Disclosure } from "../disclosure.tsx";

const advice = [
  "携帯電話会社の迷惑SMS対策で「海外・国際SMSの受信拒否」が設定されていると届きません。設定を解除してからお試しください。",
  "お使いの端末の「迷惑メッセージ」や「不明な差出人」のフォルダーもご確認ください。",
  "番号に誤りがある場合は、「戻る」から入力し直して、もう一度コードを送信してください。",
];

/** Where to look when no code comes: carriers drop SMS from abroad unless they are told otherwise (design section 9). */
export function SmsHelp() {
  return (
    <Disclosure title="認証コードが届かない場合">
      <Stack component="ul" spacing={0.5}>
        {advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Stack>
    </Disclosure>
  );
}
