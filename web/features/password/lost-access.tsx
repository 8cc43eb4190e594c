import Typography from "@mui/material/Typography";
import { Sentence } from "#web/components/sentence.tsx";

/** For somebody who has no mailbox, or no login ID, any more: the support checks who asks. */
export const LostAccess = () => (
  <Typography variant="body2">
    <Sentence>
      ログインIDをお忘れの場合や、ご登録のメールアドレスをご利用になれない場合は、お問い合わせください。
    </Sentence>
    会社名とご担当者名、お分かりでしたらログインIDをお知らせいただくと、ご案内が早くなります。
  </Typography>
);
