import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { formatTime } from "#web/lib/format-day.ts";
import { paths } from "#web/routes/paths.ts";
import type { useActivity } from "./use-activity.ts";

/** When the password was changed, as far as that is known, and the way to another one. */
export function PasswordSection({ activity }: { activity: ReturnType<typeof useActivity> }) {
  const navigate = useNavigate();
  const { events, passwordChangedAt: at } = activity;
  return (
    <Stack component="section" aria-labelledby="password" spacing={2}>
      <Typography variant="h2" id="password">
        パスワード
      </Typography>
      {events && (
        <Typography>
          {at === undefined ? "変更の記録はありません。" : `最後に変更した日時：${formatTime(new Date(at))}`}
        </Typography>
      )}
      <Button variant="outlined" onClick={() => navigate(paths.passwordChange)}>
        パスワードを変更する
      </Button>
    </Stack>
  );
}
