/** All data of one customer, for the customer. Secrets are shown as set or not set, never decrypted. */
import { writeFileSync } from "node:fs";
import type { Item } from "../../../functions/platform/table.ts";
import { writeAudit } from "../audit.ts";
import { type Command, CommandRefused, type Target } from "../command.ts";
import type { Row } from "../table.ts";
import { type Customer, findCustomer } from "./customer.ts";
import { readDevices } from "./devices.ts";
import { rowsOf } from "./rows-of.ts";

export const exportCustomer: Command = {
  purpose: "Writes everything that the portal has of a customer as JSON; secrets as set or not set.",
  takes: ["loginId"],
  allows: ["out", "reason"],
  async run([name = ""], context) {
    const customer = await findCustomer(name, context);
    await writeAudit(customer.sub, "exported", context);
    const json = `${JSON.stringify(await exportedData(customer, context), null, 2)}\n`;
    const { out } = context.options;
    if (out === undefined) return json;
    writeNew(out, json);
    return `${name} is exported to ${out}: personal data, hand it over and delete it.`;
  },
};

async function exportedData(customer: Customer, target: Target) {
  const { account } = customer;
  const [{ record, ...rows }, devices] = await Promise.all([
    rowsOf(customer, target),
    account ? readDevices(account.userName, target) : [],
  ]);
  const row = (sk: string) => record.find((each) => each.sk === sk);
  const others = record.filter(({ sk }) => !["PROFILE", "SECRETS", "CHECKOUT"].includes(sk));
  return {
    exportedAt: new Date().toISOString(),
    account: account && { ...account, devices },
    profile: row("PROFILE"),
    secrets: secretsOf(row("SECRETS")),
    checkout: row("CHECKOUT"),
    ...(others.length > 0 && { others }),
    ...rows,
    outbox: rows.outbox.map(withoutKey),
  };
}

const secretNames = ["licenceKey", "basicPassword", "apiSecret", "privateKey"] as const;

const secretsOf = (row: Row | undefined): Record<string, string> =>
  Object.fromEntries(secretNames.map((name) => [name, row?.[name] === undefined ? "not set" : "set"]));

const withoutKey = (row: Row): Item =>
  "encryptedLicenceKey" in row ? { ...row, encryptedLicenceKey: "set" } : row;

/** Readable by its owner only; never overwrites a file. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be written, or is there already.`, { cause });
  }
}
