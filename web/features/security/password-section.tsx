import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { Sentence } from "#web/components/sentence.tsx";
import { formatTime } from "#web/lib/format-day.ts";
import { paths } from "#web/routes/paths.ts";
import { SettingRow } from "./setting-row.tsx";
import type { useActivity } from "./use-activity.ts";

/** When the password was changed, as far as that is known. */
function LastChange({ activity: { events, error, passwordChangedAt: at } }: PasswordSectionProps) {
  if (!events) return error ? null : <Skeleton width="16rem" />;
  return (
    <Typography variant="body2" color="textSecondary">
      {at === undefined ? (
        "変更の記録はありません。"
      ) : (
        <Sentence>{`最後に変更した日時：${formatTime(new Date(at))}`}</Sentence>
      )}
    </Typography>
  );
}

interface PasswordSectionProps {
  activity: ReturnType<typeof useActivity>;
}

/** The way to another password. */
export function PasswordSection({ activity }: PasswordSectionProps) {
  const navigate = useNavigate();
  return (
    <SettingRow
      id="password"
      title="パスワード"
      text="ログインIDとあわせて、ログインに使います。"
      action={
        <Button variant="outlined" onClick={() => navigate(paths.passwordChange)}>
          パスワードを変更する
        </Button>
      }
    >
      <LastChange activity={activity} />
    </SettingRow>
  );
}
