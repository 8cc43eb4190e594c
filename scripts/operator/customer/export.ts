/** Exports the same data as the customer's own download. */
import { writeFileSync } from "node:fs";
import { readExportData } from "#functions/account/export/export-data.ts";
import { exportZip } from "#functions/account/export/export-zip.ts";
import { writeAudit } from "../audit.ts";
import { CommandRefused, type ReadingCommand } from "../command.ts";
import { findCustomer } from "./customer.ts";

export const exportCustomer: ReadingCommand = {
  purpose:
    "Exports everything that the portal has of a customer, as JSON and as a page in a zip file; secrets as set or not set. Without --out: prints the JSON.",
  takes: ["loginId"],
  allows: ["out", "reason"],
  async run([name = ""], context) {
    const { sub, account } = await findCustomer(name);
    await writeAudit(sub, "exported");
    const data = await readExportData(sub, account?.userName);
    const { out } = context.options;
    if (out === undefined) return { text: JSON.stringify(data, null, 2), data };
    writeNew(out, exportZip(data));
    const text = `${name} is exported to ${out}: personal data, hand it over and delete it.`;
    return { text, data: { sub, file: out } };
  },
};

/** Readable by its owner alone; never over another file. */
function writeNew(file: string, content: Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be written, or is there already.`, { cause });
  }
}
