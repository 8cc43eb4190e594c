import { readExportData } from "#functions/account/export/export-data.ts";
import { exportZip } from "#functions/account/export/export-zip.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { japanDay } from "#functions/platform/time.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { exportData } from "#shared/endpoints.ts";

/** A Lambda response holds 6 MB, and base64 adds a third. */
const mostBytes = 4_000_000;

export const handler = serveSignedIn(exportData, async (_, { caller }) => {
  const { sub, loginId, profile } = caller;
  const exported = auditRow(sub, { action: "exported", customerId: profile?.customerId });
  await enforceLimits([customerLimit("EXPORT", sub)], [exported]);
  const data = await readExportData(sub, loginId);
  // The customer was erased meanwhile.
  if (profile && !data.profile) throw new HttpError("unauthorized");
  const zip = exportZip(data);
  if (zip.length > mostBytes)
    throw new HttpError("payload_too_large", {
      message: "データが大きいため、ダウンロードできませんでした。お手数ですが、お問い合わせください。",
    });
  const day = japanDay(data.exportedAt);
  return {
    result: { fileName: `customer-data-${day}.zip`, zip: Buffer.from(zip).toString("base64") },
  };
});
