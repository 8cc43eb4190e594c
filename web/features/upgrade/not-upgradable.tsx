import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import { ActionButton } from "../../components/action-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { paths } from "../../routes/paths.ts";

/** Why this customer cannot upgrade, and the way to the menu. */
export function NotUpgradable({ plan }: { plan: string }) {
  const navigate = useNavigate();
  return (
    <Box sx={{ display: "grid", gap: 3, justifyItems: "start" }}>
      <Notice severity="info">
        {plan === "standard"
          ? "すでにスタンダードプランをご利用いただいているため、アップグレードのお手続きは必要ありません。"
          : "アップグレードは、トライアルプランのお客様のみご利用いただけます。現在のご契約については、お問い合わせください。"}
      </Notice>
      <ActionButton onClick={() => navigate(paths.menu)}>メニューへ</ActionButton>
    </Box>
  );
}
