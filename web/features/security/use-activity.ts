import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { activity, type ResponseOf } from "../../../shared/endpoints.ts";
import { callApi } from "../../lib/api/api-client.ts";
import { isSignedOut, useFailureRedirect } from "../../lib/api/failure.ts";

export type ActivityEvent = ResponseOf<typeof activity>["result"]["events"][number];

/** The account's history, page by page, and when the password was changed last. Who is signed out goes to /signin. */
export function useActivity() {
  const redirect = useFailureRedirect();
  const query = useInfiniteQuery({
    queryKey: ["activity"],
    queryFn: async ({ pageParam: cursor }) => (await callApi(activity, { query: { cursor } })).result,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error } = query;
  useEffect(() => {
    if (isSignedOut(error)) redirect(error);
  }, [error, redirect]);
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
