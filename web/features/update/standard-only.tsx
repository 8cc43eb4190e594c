import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "../../../shared/messages.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { paths } from "../../routes/paths.ts";

const texts = {
  trial: `${failureMessages.standardPlanOnly}アップグレードされますと、ご登録とご変更ができるようになります。`,
  other: `${failureMessages.standardPlanOnly}現在のご契約状況ではご利用いただけません。ご不明な点は、お問い合わせください。`,
} as const;

/** What stands in place of a tab that only the standard plan may edit. */
export function StandardOnly({ plan }: { plan: string }) {
  const navigate = useNavigate();
  const isTrial = plan === "trial";
  return (
    <Box sx={{ display: "grid", gap: 3, justifyItems: "start" }}>
      <Notice severity="info">{isTrial ? texts.trial : texts.other}</Notice>
      {isTrial && <ActionButton onClick={() => navigate(paths.upgrade)}>アップグレードへ</ActionButton>}
    </Box>
  );
}
