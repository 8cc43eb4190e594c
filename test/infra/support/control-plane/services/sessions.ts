/** Who signs requests: the person's own credentials, and the roles that the CLI takes on with them. */
import { randomBytes } from "node:crypto";
import type { FindPrincipal, Principal } from "../../../../../scripts/local/emulators/emulator.ts";
import { randomText } from "../stacks/physical-id.ts";

export interface Sessions {
  person: Principal;
  find: FindPrincipal;
  /** Credentials that act as that role. */
  begin(roleName: string): Principal & { sessionToken: string };
}

export function createSessions(): Sessions {
  const byKey = new Map<string, Principal>();
  const add = (name: string, prefix: string): Principal => {
    const principal: Principal = {
      name,
      accessKeyId: `${prefix}${randomText(16)}`,
      secretAccessKey: randomBytes(30).toString("base64"),
      allows: () => true,
    };
    byKey.set(principal.accessKeyId, principal);
    return principal;
  };
  return {
    person: add("administrator", "AKIA"),
    find: (accessKeyId) => byKey.get(accessKeyId),
    begin: (roleName) => ({ ...add(roleName, "ASIA"), sessionToken: randomBytes(60).toString("base64") }),
  };
}
