import { useQuery } from "@tanstack/react-query";
import { releases } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";

/** The plugin's current release. Asked for after the first paint, and not again in the same visit. */
export const useLatestVersion = () =>
  useQuery({
    queryKey: ["latest-version"],
    queryFn: async () => {
      const { result } = await callApi(releases, { query: { file_type: "plugin" } });
      return result.releases.find(({ current }) => current) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
