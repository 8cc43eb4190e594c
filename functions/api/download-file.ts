import { firstLinkOfDay, newActivity } from "#functions/activity/activity-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { writeIf } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";
import { linkTo } from "#functions/releases/download-links.ts";
import { readRelease } from "#functions/releases/release-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { downloadFile, type FileType } from "#shared/endpoints.ts";

export const handler = serveSignedIn(downloadFile, async ({ query }, { caller }) => {
  const { file_type: fileType, version: wanted } = query;
  if (!caller.record) throw new ApiError("forbidden");
  const release = await readRelease(fileType, wanted);
  if (!release) throw new ApiError("not_found");
  if (release.withdrawnAt !== undefined)
    throw new ApiError("not_found", { message: "このバージョンの提供は終了しました。" });
  const { version, size, sha256, publishedAt } = release;
  const fileName = wanted === undefined ? `${fileType}.zip` : `${fileType}-${version}.zip`;
  const [url] = await Promise.all([linkTo(release, fileName), recordLink(caller.sub, fileType, version)]);
  return { result: { url, version, size, sha256, publishedAt } };
});

/** A customer was given a link to a file: one event a day for each version. Never throws: the file counts, not the event. */
async function recordLink(sub: string, fileType: FileType, version: string): Promise<void> {
  try {
    await writeIf([
      firstLinkOfDay(sub, `${fileType}#${version}`, japanDay()),
      newActivity(sub, { kind: `${fileType}-link`, version }),
    ]);
  } catch (error) {
    log("warn", "link was not recorded", errorFields(error));
  }
}
