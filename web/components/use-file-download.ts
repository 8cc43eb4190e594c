import { useCall } from "#web/flow/use-call.ts";

/** The bytes of a file, or its signed URL. */
type DownloadedFile = { fileName: string; base64: string; type: string } | { url: string };

type FileBytes = Extract<DownloadedFile, { base64: string }>;

/** Makes the browser save a file. A new tab after a call would be blocked as a pop-up. */
export function saveFile({ fileName, base64, type }: FileBytes): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has started to save the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads files that the API returns, one at a time. `load` receives the pressed button's choice, and
 * resolves to `undefined` if the customer cancels. `complaint`: the first sentence of a failure.
 */
export function useFileDownload<Choice>(
  load: (choice: Choice) => Promise<DownloadedFile | undefined>,
  complaint: string,
) {
  const download = async (choice: Choice): Promise<boolean> => {
    const file = await load(choice);
    if (!file) return false;
    // A signed URL responds with an attachment, so the page stays.
    if ("url" in file) window.location.assign(file.url);
    else saveFile(file);
    return true;
  };
  const { buttonProps, data, failure } = useCall(download, { name: "file-download", complaint });
  return { buttonProps, isSaved: data === true, failure };
}
