import { useMutation } from "@tanstack/react-query";
import { useKeptFocus } from "#web/forms/form.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";

/** The bytes that a call has answered with, or a signed URL. */
type DownloadedFile = { fileName: string; base64: string; type: string } | { url: string };

const mutationKey = ["file-download"];

type FileBytes = Extract<DownloadedFile, { base64: string }>;

/** Hands the browser a file to save. A new tab after a call would be blocked as a pop-up. */
function save({ fileName, base64, type }: FileBytes): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads files that are asked for by a call, one at a time. `load` gets the choice of the button that was pressed, and resolves
 * to `undefined` when the customer cancels. `complaint` is the first sentence of a failure.
 */
export function useFileDownload<Choice>(
  load: (choice: Choice) => Promise<DownloadedFile | undefined>,
  complaint: string,
) {
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationKey,
    mutationFn: async (choice: Choice) => {
      const file = await load(choice);
      if (!file) return false;
      // The page stays: a signed URL answers with an attachment.
      if ("url" in file) window.location.assign(file.url);
      else save(file);
      return true;
    },
  });
  useKeptFocus(isPending);
  return {
    /** Of the button that downloads this choice; it is busy, or it waits for the download of another one. */
    buttonProps: (choice: Choice) => ({
      loading: isPending && variables === choice,
      disabled: isPending && variables !== choice,
      onClick: (): void => {
        if (!isUnderWay(mutationKey)) mutate(choice);
      },
    }),
    isSaved: data === true,
    failure: failureSentence(error, complaint),
  };
}
