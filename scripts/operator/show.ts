/** Output of the commands. Customers wrote some of it, so control characters are removed. */

import stringWidth from "string-width";
import type * as z from "zod/mini";

/** Columns, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(printable));
  const widths = clean.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, stringWidth(cell))),
    [],
  );
  const padded = (cell: string, index: number) => cell + " ".repeat((widths[index] ?? 0) - stringWidth(cell));
  return clean.map((row) => row.map(padded).join("  ").trimEnd()).join("\n");
}

export const printable = (text: string): string => text.replace(/\p{C}/gu, "?");

/** `t***@example.com` */
export const maskEmail = (email: string): string => email.replace(/^(.?).*@/u, "$1***@");

/** `2026-01-31 09:00:00` of Japan. */
export const inTokyo = (time: string | number): string =>
  new Date(time).toLocaleString("sv-SE", { timeZone: "Asia/Tokyo" });

/** `plan: Invalid input; version: Invalid input` */
export const issuesIn = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
