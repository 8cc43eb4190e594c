import { session } from "#web/lib/session.ts";

/**
 * Who opens the wizard. `none`: nobody is signed in. `confirmed`: signed in, but never registered; the account's two
 * steps are done. `customer`: signed in and registered, and free to sign up another company.
 */
export type AccountState = "none" | "confirmed" | "customer";

export function readAccountState(): AccountState {
  if (!session.read("loginId") || !session.read("idToken")) return "none";
  return session.read("customerId") ? "customer" : "confirmed";
}
