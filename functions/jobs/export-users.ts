import { inContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { type Exported, exportAccounts } from "./export-users/export-accounts.ts";

/**
 * Once a day writes the accounts of the user pool, of which AWS keeps no copy, to S3, and looks for contracts without one and for
 * customers without a record. Most runs find the day's export done.
 */
export const handler = inContext("job", async (): Promise<Exported> => {
  const exported = await exportAccounts();
  if (exported.parts > 0) log("info", "accounts exported", { ...exported });
  return exported;
});
