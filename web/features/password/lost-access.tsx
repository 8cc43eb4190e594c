import Typography from "@mui/material/Typography";
import { paths } from "#shared/site/paths.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Help for customers without access to their mailbox: the support verifies them. */
export const LostMailbox = () => (
  <Typography variant="body2">
    <Sentence>ご登録のメールアドレスをご利用になれない場合は、お問い合わせください。</Sentence>
    会社名とご担当者名、お分かりでしたらログインIDをお知らせいただくと、ご案内が早くなります。
  </Typography>
);

/** Help for customers without their login ID or mailbox. */
export const LostAccess = () => (
  <>
    <TextLink to={paths.loginIdForgot}>ログインIDをお忘れの方</TextLink>
    <LostMailbox />
  </>
);
