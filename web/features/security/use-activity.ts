import { useInfiniteQuery } from "@tanstack/react-query";
import { activity, type ResponseOf } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";

export type ActivityEvent = ResponseOf<typeof activity>["result"]["events"][number];

/** The account's history, page by page, and when the password was changed last. Who is signed out goes to /signin. */
export function useActivity() {
  const query = useInfiniteQuery({
    queryKey: ["activity"],
    queryFn: async ({ pageParam: cursor }) => (await callApi(activity, { query: { cursor } })).result,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error } = query;
  return {
    events: data?.pages.flatMap(({ events }) => events),
    passwordChangedAt: data?.pages[0]?.passwordChangedAt,
    error: query.isFetching ? null : error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
