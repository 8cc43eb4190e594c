import { newActivity } from "#functions/activity/activity-table.ts";
import { firstDownloadOfDay } from "#functions/activity/download-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";
import { linkTo } from "#functions/releases/download-links.ts";
import { readRelease } from "#functions/releases/release-table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { downloadFile, type FileType } from "#shared/endpoints.ts";

export const handler = serveSignedIn(downloadFile, async ({ query }, { caller }) => {
  const { file_type: fileType, version: wanted, pressed } = query;
  if (!caller.profile) throw new HttpError("forbidden");
  const release = await readRelease(fileType, wanted);
  if (!release) throw new HttpError("not_found");
  if (release.withdrawnAt !== undefined)
    throw new HttpError("not_found", { message: "このバージョンの提供は終了しました。" });
  const { version, size, sha256, publishedAt } = release;
  const fileName = wanted === undefined ? `${fileType}.zip` : `${fileType}-${version}.zip`;
  // A screen gets its links before a button is pressed; the link of an older version is created at the press.
  const isPressed = pressed !== undefined || wanted !== undefined;
  const [url] = await Promise.all([
    linkTo(release, fileName),
    isPressed && recordDownload(caller.sub, fileType, version),
  ]);
  return { result: { url, version, size, sha256, publishedAt } };
});

/** Stores one activity a day for each version. Never throws: the download matters, not the activity. */
async function recordDownload(sub: string, fileType: FileType, version: string): Promise<void> {
  try {
    await tryTransactWrite([
      firstDownloadOfDay(sub, `${fileType}#${version}`, japanDay()),
      newActivity(sub, { kind: `${fileType}-download`, version }),
    ]);
  } catch (error) {
    log("warn", "download was not recorded", errorFields(error));
  }
}
