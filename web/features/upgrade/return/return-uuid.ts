import { session } from "#web/lib/session.ts";

/** The query's uuid must be the stored one. A mismatched or missing one removes what is stored (specification section 4). */
export function isOwnReturn(uuid: string | null): boolean {
  const stored = session.read("uuid");
  if (uuid && uuid === stored) return true;
  session.remove("uuid");
  return false;
}
