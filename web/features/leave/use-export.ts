import { useMutation } from "@tanstack/react-query";
import { exportData } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";

/** Hands the browser a file to save. */
function save(fileName: string, base64: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads everything that the portal holds of the customer. `dialog` is to be rendered: it asks for the password. */
export function useExport() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const answer = await withRecentPassword(() => callApi(exportData, {}));
      if (answer === "cancelled") return answer;
      save(answer.result.fileName, answer.result.zip, "application/zip");
      return "saved";
    },
  });
  return {
    download: () => mutate(),
    isPending,
    isSaved: data === "saved",
    failure: error === null ? undefined : reasonFor(error),
    dialog,
  };
}
