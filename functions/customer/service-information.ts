import { type AuditContext, auditRow } from "#functions/platform/audit.ts";
import { TransactionCanceled, writeTogether } from "#functions/platform/table.ts";

/** Whether the customer gets service information. Nothing when it is so already, or the customer has left. */
export async function setServiceInformation(
  sub: string,
  wanted: boolean,
  audit: AuditContext,
): Promise<void> {
  // A record without the attribute is of somebody who wants it.
  const isOther = wanted
    ? "optInServiceInfo = :other"
    : "attribute_exists(pk) AND (attribute_not_exists(optInServiceInfo) OR optInServiceInfo = :other)";
  try {
    await writeTogether([
      {
        update: { pk: `CUSTOMER#${sub}`, sk: "PROFILE" },
        expression: "SET optInServiceInfo = :wanted ADD #version :one",
        condition: isOther,
        names: { "#version": "version" },
        values: { ":wanted": wanted, ":other": !wanted, ":one": 1 },
      },
      auditRow(
        sub,
        {
          action: wanted ? "service-information-resumed" : "service-information-ended",
          fields: ["optInServiceInfo"],
        },
        audit,
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionCanceled && error.failedAt(0))) throw error;
  }
}
