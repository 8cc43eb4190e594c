import type { Endpoint } from "#shared/endpoints.ts";

/** A token passes the gateway for 15 minutes, whatever becomes of its account. */
export const goneAccounts = ["deleted", "disabled", "closed", "replaced", "unconfirmed"] as const;
export type GoneAccount = (typeof goneAccounts)[number];

/** The contract's answer to the token of such an account: 401, except for endpoints that serve closed accounts. */
export const isRefused = ({ servesClosed }: Endpoint, kind: GoneAccount): boolean =>
  !(kind === "closed" && servesClosed);
