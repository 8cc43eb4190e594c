import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { Notice } from "#web/components/notice.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { paths } from "#web/routes/paths.ts";

const texts = {
  trial: `${failureMessages.standardPlanOnly}アップグレードされますと、ご登録とご変更ができるようになります。`,
  other: (
    <>
      {failureMessages.standardPlanOnly}現在のご契約状況ではご利用いただけません。ご契約の再開は、
      <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からお手続きください。
    </>
  ),
} as const;

/** What stands in place of a tab that only the standard plan may edit. */
export function StandardOnly({ plan }: { plan: string }) {
  const navigate = useNavigate();
  const isTrial = plan === "trial";
  return (
    <Stack spacing={3}>
      <Notice severity="info">{isTrial ? texts.trial : texts.other}</Notice>
      {isTrial && <Button onClick={() => navigate(paths.upgrade)}>アップグレードへ</Button>}
    </Stack>
  );
}
