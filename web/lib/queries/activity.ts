import { infiniteQueryOptions } from "@tanstack/react-query";
import { activity } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";

/** `GET /api/activity`: the customer's activity, newest first. Fails as `callApi` does. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: async ({ pageParam: cursor }) => (await callApi(activity, { query: { cursor } })).result,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
