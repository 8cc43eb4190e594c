import { readCustomer } from "#functions/customer/customer-table.ts";
import { readExportData } from "#functions/customer/export/export-data.ts";
import { exportZip } from "#functions/customer/export/export-zip.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { requireAccount } from "#functions/platform/user-pool.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { exportData } from "#shared/endpoints.ts";

/** A response of Lambda's holds 6 MB, and base64 takes a third more. */
const mostBytes = 4_000_000;

export const handler = serve(exportData, async (_, { caller, requestId }) => {
  const { sub, loginId } = caller;
  const [customer] = await Promise.all([readCustomer(sub), requireAccount(caller)]);
  if (!customer) throw new ApiError("forbidden");
  const { customerId } = customer;
  const exported = auditRow(sub, { action: "exported", customerId }, { requestId });
  await enforceLimits([customerLimit("EXPORT", sub, 5)], [exported]);
  const data = await readExportData(sub, loginId);
  const zip = exportZip(data);
  if (zip.length > mostBytes)
    throw new ApiError("payload_too_large", {
      message: "データが大きいため、ダウンロードできませんでした。お手数ですが、お問い合わせください。",
    });
  const day = data.exportedAt.slice(0, 10);
  return {
    result: { fileName: `customer-data-${day}.zip`, zip: Buffer.from(zip).toString("base64") },
  };
});
