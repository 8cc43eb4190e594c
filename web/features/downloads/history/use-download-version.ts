import { useMutation } from "@tanstack/react-query";
import { downloadFile, type FileType } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";

/** Downloads one version; the page stays, because the link answers with an attachment. */
export function useDownloadVersion(fileType: FileType) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (version: string) => {
      const { result } = await callApi(downloadFile, { query: { file_type: fileType, version } });
      window.location.assign(result.url);
    },
  });
  return { download: mutate, isPending, failure: error === null ? undefined : reasonFor(error) };
}
