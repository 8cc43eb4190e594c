import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { activityText } from "#shared/activity/activity-texts.ts";
import { useKeptFocus } from "#web/components/form/use-kept-focus.ts";
import { Notice } from "#web/components/notice.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { formatTime } from "#web/lib/format-day.ts";
import type { ActivityEvent, useActivity } from "./use-activity.ts";

/** When, and what else is known of it. */
function detailsOf({ at, browser, ip, version }: ActivityEvent): string {
  return [
    formatTime(new Date(at)),
    version !== undefined && `バージョン ${version}`,
    browser,
    ip !== undefined && `IPアドレス ${ip}`,
  ]
    .filter(Boolean)
    .join("　");
}

function EventList({ events }: { events: readonly ActivityEvent[] }) {
  return (
    <Paper component={List} variant="outlined" disablePadding>
      {events.map((event, index) => (
        <ListItem key={event.id} divider={index < events.length - 1}>
          <ListItemText primary={activityText(event.kind)} secondary={detailsOf(event)} />
        </ListItem>
      ))}
    </Paper>
  );
}

/** What happened to the account in the last 400 days, newest first. */
export function ActivitySection({ activity }: { activity: ReturnType<typeof useActivity> }) {
  const { events, error, hasMore, isLoadingMore, loadMore, reload } = activity;
  useKeptFocus(isLoadingMore);
  return (
    <Stack component="section" aria-labelledby="activity" spacing={2}>
      <Typography variant="h2" id="activity">
        ご利用履歴
      </Typography>
      <Typography>
        過去400日間のログインと、大切な操作の履歴です。心当たりのないものがある場合は、パスワードを変更し、すべての端末からログアウトしてください。
      </Typography>
      {!events && !error && <Spinner label="ご利用履歴を読み込んでいます" />}
      {events?.length === 0 && <Typography color="textSecondary">履歴はまだありません。</Typography>}
      {events && events.length > 0 && <EventList events={events} />}
      {error && <Notice severity="error">ご利用履歴を読み込めませんでした。{reasonFor(error)}</Notice>}
      {error && (
        <Button variant="outlined" onClick={events ? loadMore : reload}>
          もう一度読み込む
        </Button>
      )}
      {hasMore && !error && (
        <Button variant="outlined" loading={isLoadingMore} onClick={loadMore}>
          さらに表示する
        </Button>
      )}
    </Stack>
  );
}
