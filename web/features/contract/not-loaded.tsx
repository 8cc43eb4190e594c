import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { Notice } from "#web/components/notice.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { paths } from "#web/routes/paths.ts";

/** An account without a record goes back into the sign-up. */
export function useRedirect(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) navigate(paths.signUp, { replace: true });
  }, [error, navigate]);
}

export function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <Notice severity="error">ご契約の情報を読み込めませんでした。{reasonFor(error)}</Notice>
      <Button onClick={onRetry}>再試行</Button>
    </>
  );
}
