/** Signers for the emulators' tests: one who may do everything, and ones who may do only what is listed. */
import type { FindPrincipal, Principal } from "#scripts/local/emulators/emulator.ts";

export const credentials = {
  admin: { accessKeyId: "AKIALOCALADMIN", secretAccessKey: "admin-secret" },
  limited: { accessKeyId: "AKIALOCALLIMITED", secretAccessKey: "limited-secret" },
};

/** `admin` may do everything; `limited` only the `limitedActions`. */
export function principalsWith(limitedActions: readonly string[]): FindPrincipal {
  const principals: Principal[] = [
    { name: "admin", ...credentials.admin, allows: () => true },
    { name: "limited", ...credentials.limited, allows: (action) => limitedActions.includes(action) },
  ];
  return (accessKeyId) => principals.find((principal) => principal.accessKeyId === accessKeyId);
}
