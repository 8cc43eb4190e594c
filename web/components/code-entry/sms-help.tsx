import Box from "@mui/material/Box";

/** Where to look when no code comes: carriers drop SMS from abroad unless they are told otherwise (design section 9). */
export function SmsHelp() {
  return (
    <Box component="details">
      <Box component="summary" sx={{ py: 0.5, cursor: "pointer", fontWeight: 700 }}>
        認証コードが届かない場合
      </Box>
      <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
        <li>
          携帯電話会社の迷惑SMS対策で「海外・国際SMSの受信拒否」が設定されていると届きません。設定を解除してからお試しください。
        </li>
        <li>お使いの端末の「迷惑メッセージ」や「不明な差出人」のフォルダーもご確認ください。</li>
        <li>番号に誤りがある場合は、「戻る」から入力し直して、もう一度コードを送信してください。</li>
      </Box>
    </Box>
  );
}
