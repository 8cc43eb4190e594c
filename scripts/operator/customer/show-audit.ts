import { auditTimeOf } from "#functions/platform/audit.ts";
import type { Row } from "#functions/platform/table.ts";
import { readTrail, writeAudit } from "../audit.ts";
import type { ReadingCommand } from "../command.ts";
import { inTokyo, table } from "../show.ts";
import { findCustomer } from "./customer.ts";

export const showAudit: ReadingCommand = {
  purpose:
    "Shows the audit trail, oldest first. The `sub` in place of the login ID works after an erasure too.",
  takes: ["loginId"],
  async run([name = ""]) {
    const { sub } = await findCustomer(name);
    await writeAudit(sub, "audit-read");
    const trail = await readTrail(sub);
    return {
      text: table(trail.map(describe)),
      data: { sub, events: trail.map((row) => ({ ...row, at: auditTimeOf(row) })) },
    };
  },
};

/** The customer or a provider, unless an operator is named. */
function describe(row: Row): string[] {
  const { pk: _, sk: __, at: ___, action, operator = "-", accessKeyId: ____, ...details } = row;
  const fields = Object.entries(details).map(([name, value]) => `${name}=${textOf(value)}`);
  return [inTokyo(auditTimeOf(row)), String(action), String(operator), fields.join(" ")];
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value));
