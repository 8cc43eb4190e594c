import Box from "@mui/material/Box";
import { ActionButton } from "../../../components/action-button.tsx";
import { useGuardedLeave } from "../../../components/leave-guard/guarded-leave.ts";
import { Notice } from "../../../components/notice.tsx";
import { useCardChange } from "./use-card-change.ts";

const texts = {
  card: "カード会社の安全なページへ移動します。新しいカードを登録されると、次回のお支払いからそのカードに請求されます。",
  other: "クレジットカードでお支払いのお客様のみご利用いただけます。",
} as const;

/** Another card, for whoever pays by card: also when the last payment failed and the plan is suspended because of it. */
export function CardSection({ paymentType }: { paymentType: string }) {
  const { busy, failure, open } = useCardChange();
  const guarded = useGuardedLeave();
  const paysByCard = paymentType === "card";
  return (
    <Box
      component="section"
      sx={{
        display: "grid",
        gap: 1.5,
        justifyItems: "start",
        mt: 4,
        pt: 3,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box component="h2" sx={{ typography: "h2", m: 0 }}>
        クレジットカード情報
      </Box>
      <p>{paysByCard ? texts.card : texts.other}</p>
      {failure !== undefined && <Notice severity="error">{failure}</Notice>}
      <ActionButton
        variant="secondary"
        disabled={!paysByCard}
        pending={busy}
        onClick={() => guarded(() => void open())}
      >
        カード情報を変更
      </ActionButton>
    </Box>
  );
}
