import { useQuery } from "@tanstack/react-query";
import { type FileType, type ResponseOf, releases } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { downloadQuery } from "../use-download.ts";

export type Release = ResponseOf<typeof releases>["result"]["releases"][number];

/** Every version of a file. Asked for once the current one is there, which most people come for. */
export function useReleases(fileType: FileType) {
  const { data: current } = useQuery({ ...downloadQuery(fileType), enabled: false });
  const query = useQuery({
    queryKey: ["releases", fileType],
    queryFn: async () => (await callApi(releases, { query: { file_type: fileType } })).result.releases,
    enabled: current !== undefined,
  });
  return query;
}
