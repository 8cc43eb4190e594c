import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "../../../shared/messages.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { paths } from "../../routes/paths.ts";
import type { Loading } from "./use-record.ts";

interface NotLoadedProps {
  loading: Loading;
  onRetry: () => void;
}

/** The failure text of specification section 8, and what to do about it. */
export function NotLoaded({ loading, onRetry }: NotLoadedProps) {
  const navigate = useNavigate();
  if (loading.state === "nobody")
    return (
      <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
        <Notice severity="error">
          {failureMessages.recordNotLoaded}お客様情報がまだ登録されていません。
        </Notice>
        <ActionButton onClick={() => navigate(paths.signUp)}>登録手続きを続ける</ActionButton>
      </Box>
    );
  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Notice severity="error">
        {failureMessages.recordNotLoaded}
        {loading.state === "failed" && loading.reason}
      </Notice>
      <ActionButton onClick={onRetry}>再試行</ActionButton>
    </Box>
  );
}
