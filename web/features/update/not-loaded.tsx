import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { Notice } from "#web/components/notice.tsx";
import { paths } from "#web/routes/paths.ts";
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
      <Stack spacing={2}>
        <Notice severity="error">
          {failureMessages.recordNotLoaded}お客様情報がまだ登録されていません。
        </Notice>
        <Button onClick={() => navigate(paths.signUp)}>登録手続きを続ける</Button>
      </Stack>
    );
  return (
    <Stack spacing={2}>
      <Notice severity="error">
        {failureMessages.recordNotLoaded}
        {loading.state === "failed" && loading.reason}
      </Notice>
      <Button onClick={onRetry}>再試行</Button>
    </Stack>
  );
}
