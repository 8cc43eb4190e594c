import Download from "@mui/icons-material/DownloadOutlined";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Login from "@mui/icons-material/LoginOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccountsOutlined";
import Password from "@mui/icons-material/PasswordOutlined";
import SupportAgent from "@mui/icons-material/SupportAgentOutlined";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { activityText } from "#shared/activity/activity-texts.ts";
import type { activity, ResponseOf } from "#shared/endpoints.ts";
import { LoadedSection, NextPageButton } from "#web/components/loaded-section.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { activityQuery } from "#web/lib/activity.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { formatTime } from "#web/lib/format-day.ts";

export type ActivityEvent = ResponseOf<typeof activity>["result"]["events"][number];

/** The account's history, page by page, and when the password was changed last. Signed-out visitors go to /signin. */
export function useActivity() {
  const query = useInfiniteQuery(activityQuery);
  const { data, refetch } = query;
  const error = query.isFetching ? null : query.error;
  return {
    events: data?.pages.flatMap(({ events }) => events),
    passwordChangedAt: data?.pages[0]?.passwordChangedAt,
    error,
    /** The pages before can be shown, the next one could not be loaded. */
    isMoreLost: error !== null && query.isFetchNextPageError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch,
  };
}

/** Version, browser and address, as far as they are known. */
const detailsOf = ({ browser, ip, version }: ActivityEvent): string =>
  [version !== undefined && `バージョン ${version}`, browser, ip !== undefined && `IPアドレス ${ip}`]
    .filter(Boolean)
    .join("　");

/** By the first part of its kind. */
const icons: Readonly<Record<string, typeof Login>> = {
  signed: Login,
  password: Password,
  passkey: Fingerprint,
  plugin: Download,
  template: Download,
  manual: Download,
  operator: SupportAgent,
};

/** When, what, and by which browser, like the columns of a table; below each other on a phone. */
const line = {
  display: "grid",
  gridTemplateColumns: { xs: "1.25rem minmax(0, 1fr)", sm: "1.25rem minmax(0, 3fr) minmax(0, 2fr) auto" },
  alignItems: "center",
  columnGap: 1.5,
  py: 1,
  borderTop: "1px solid",
  borderColor: "divider",
  "& > :not(svg)": { gridColumn: { xs: 2, sm: "auto" } },
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
              <Sentence>{formatTime(new Date(event.at))}</Sentence>
            </Typography>
          </Box>
        );
      })}
    </List>
  );
}

/** The account's history of the last 400 days, newest first. */
export function ActivitySection({ activity }: { activity: ReturnType<typeof useActivity> }) {
  const { events, error, isMoreLost, hasMore, isLoadingMore, loadMore, refetch } = activity;
  return (
    <Stack component="section" aria-labelledby="activity" spacing={2}>
      <Typography variant="h2" id="activity">
        ご利用履歴
      </Typography>
      <Typography>
        過去400日間のログインと、大切な操作の履歴です。心当たりのないものがある場合は、パスワードを変更し、すべての端末からログアウトしてください。
      </Typography>
      <LoadedSection
        query={{ data: events, error: isMoreLost ? null : error, refetch }}
        name="ご利用履歴"
        skeleton={{ height: "50rem" }}
        empty="履歴はまだありません。"
      >
        {(items) => <EventList events={items} />}
      </LoadedSection>
      <NextPageButton
        isShown={hasMore}
        isLoading={isLoadingMore}
        failure={isMoreLost ? failureSentence(error, "ご利用履歴を読み込めませんでした。") : undefined}
        onLoad={loadMore}
      >
        さらに表示する
      </NextPageButton>
    </Stack>
  );
}
