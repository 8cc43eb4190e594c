import { useCall } from "#web/flow/use-call.ts";

/** The bytes that a call has answered with, or a signed URL. */
type DownloadedFile = { fileName: string; base64: string; type: string } | { url: string };

type FileBytes = Extract<DownloadedFile, { base64: string }>;

/** Hands the browser a file to save. A new tab after a call would be blocked as a pop-up. */
export function saveFile({ fileName, base64, type }: FileBytes): void {
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
  const download = async (choice: Choice): Promise<boolean> => {
    const file = await load(choice);
    if (!file) return false;
    // The page stays: a signed URL answers with an attachment.
    if ("url" in file) window.location.assign(file.url);
    else saveFile(file);
    return true;
  };
  const { buttonProps, data, failure } = useCall(download, { name: "file-download", complaint });
  return { buttonProps, isSaved: data === true, failure };
}
