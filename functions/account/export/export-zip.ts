import { strToU8, zipSync } from "fflate";
import type { ExportData } from "./export-data.ts";
import { exportHtml } from "./export-html.ts";

/** A zip file with everything as JSON and as a page to read. */
export const exportZip = (data: ExportData): Uint8Array =>
  zipSync(
    {
      "customer.json": strToU8(`${JSON.stringify(data, null, 2)}\n`),
      "index.html": strToU8(exportHtml(data)),
    },
    { mtime: data.exportedAt },
  );
