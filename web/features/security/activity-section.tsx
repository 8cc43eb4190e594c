import Download from "@mui/icons-material/DownloadOutlined";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Login from "@mui/icons-material/LoginOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccountsOutlined";
import Password from "@mui/icons-material/PasswordOutlined";
import SupportAgent from "@mui/icons-material/SupportAgentOutlined";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { activityText } from "#shared/activity/activity.ts";
import type { activity, ResponseOf } from "#shared/endpoints.ts";
import { LoadedSection, NextPageButton } from "#web/components/loaded-section.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { formatTime } from "#web/lib/format-day.ts";
import { activityQuery } from "#web/lib/queries/activity.ts";
import { Section } from "#web/ui/section.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { SkeletonLines } from "#web/ui/skeleton-lines.tsx";

type ActivityEvent = ResponseOf<typeof activity>["result"]["events"][number];

/** Returns the query of the customer's activity, page by page. Signed-out visitors are redirected to /signin. */
export const useActivity = () => useInfiniteQuery(activityQuery);
export type Activity = ReturnType<typeof useActivity>;

/** Returns version, browser and IP address, if they are known. */
const detailsOf = ({ browser, ip, version }: ActivityEvent): string =>
  [version !== undefined && `バージョン ${version}`, browser, ip !== undefined && `IPアドレス ${ip}`]
    .filter(Boolean)
    .join("　");

/** Icons by the first part of an event's kind. */
const icons: Readonly<Record<string, typeof Login>> = {
  signed: Login,
  password: Password,
  passkey: Fingerprint,
  plugin: Download,
  template: Download,
  manual: Download,
  operator: SupportAgent,
};

/** Event, details and time in columns. On a phone, below each other. */
const line = {
  display: "grid",
  gridTemplateColumns: { xs: "1.25rem minmax(0, 1fr)", "@sm": "1.25rem minmax(0, 3fr) minmax(0, 2fr) auto" },
  alignItems: "center",
  columnGap: 1.5,
  py: 1,
  borderTop: "1px solid",
  borderColor: "divider",
  "& > :not(svg)": { gridColumn: { xs: 2, "@sm": "auto" } },
} as const;

function EventList({ events }: { events: readonly ActivityEvent[] }) {
  return (
    <List disablePadding>
      {events.map((event) => {
        const Icon = icons[event.kind.split("-")[0] ?? ""] ?? ManageAccounts;
        return (
          <Box key={event.id} component="li" sx={line}>
            <Icon aria-hidden fontSize="small" color="action" />
            <Typography variant="body2">{activityText(event.kind)}</Typography>
            <Typography variant="caption" color="textSecondary">
              {detailsOf(event)}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              <Sentence>{formatTime(event.at)}</Sentence>
            </Typography>
          </Box>
        );
      })}
    </List>
  );
}

/** The customer's activity of the last 400 days, newest first. */
export function ActivitySection({ activity }: { activity: Activity }) {
  const { data, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = activity;
  const error = isFetching ? null : activity.error;
  /** The next page could not be loaded; the earlier pages are shown. */
  const isMoreLost = error !== null && activity.isFetchNextPageError;
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Section id="activity" title="ご利用履歴">
      <Typography>
        過去400日間のログインと、大切なお手続きを表示しています。お心当たりのないものがある場合は、パスワードを変更し、すべての端末からログアウトしてください。
      </Typography>
      <LoadedSection
        query={{ data: events, error: isMoreLost ? null : error, refetch }}
        name="ご利用履歴"
        skeleton={<SkeletonLines groups={6} height="50rem" />}
        empty="履歴はまだありません。"
      >
        {(items) => <EventList events={items} />}
      </LoadedSection>
      <NextPageButton
        isShown={hasNextPage}
        isLoading={isFetchingNextPage}
        failure={isMoreLost ? failureSentence(error, "ご利用履歴を読み込めませんでした。") : undefined}
        onLoad={() => void fetchNextPage()}
      >
        さらに表示する
      </NextPageButton>
    </Section>
  );
}
