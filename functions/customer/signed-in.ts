/**
 * Reads the current account and profile of a caller: an id token is valid for 15 minutes, whatever happens to
 * its account. Each request reads both once, concurrently.
 */
import { haveSessionsEnded } from "#functions/activity/password-table.ts";
import { type ActiveAccount, findActiveAccount } from "#functions/platform/user-pool.ts";
import { type ApiEvent, type Caller, callerOf, callerWith } from "#functions/runtime/caller.ts";
import { type CallContext, serveTo } from "#functions/runtime/endpoint.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { ParsedRequest } from "#functions/runtime/request.ts";
import type { Endpoint, ResponseOf } from "#shared/endpoints.ts";
import { type Profile, readCustomer } from "./profile.ts";

export interface SignedInCaller extends Caller {
  /** The address that the user pool has verified now; the token's may be outdated. */
  verifiedEmail: string | undefined;
  /** Undefined if the account has not registered. */
  profile: Profile | undefined;
}

/**
 * Returns a Lambda handler for an endpoint that requires an id token. Responds 401 for a deleted or closed
 * account, unless the endpoint has `servesClosed`.
 */
export const serveSignedIn = <E extends Endpoint & { authentication: "id-token" }>(
  endpoint: E,
  run: (request: ParsedRequest<E>, context: CallContext<E, SignedInCaller>) => Promise<ResponseOf<E>>,
) => serveTo(endpoint, signedIn, run);

/**
 * Throws 401 unless the account can sign in. An endpoint with `servesClosed` accepts a closed account too,
 * which may have no profile.
 */
async function signedIn(
  event: ApiEvent,
  { servesClosed, recentPassword }: Endpoint,
): Promise<SignedInCaller> {
  const caller = callerOf(event);
  const [{ account, profile }, signedInAt] = await Promise.all([
    lookUp(caller),
    recentPassword === undefined ? caller.signedInAt : signedInWithPassword(caller),
  ]);
  const mayBeClosed = profile === undefined || profile.closedAt !== undefined;
  const isOpen = account !== undefined && profile?.closedAt === undefined;
  if (!isOpen && !(servesClosed && mayBeClosed)) throw new HttpError("unauthorized");
  return { ...caller, signedInAt, verifiedEmail: account?.verifiedEmail, profile };
}

/**
 * Returns when the password was entered; undefined if the password was replaced, or all sessions were ended,
 * since then.
 */
async function signedInWithPassword({ sub, signedInAt }: Caller): Promise<number | undefined> {
  if (signedInAt === undefined || (await haveSessionsEnded(sub, signedInAt))) return undefined;
  return signedInAt;
}

/**
 * Returns the `sub` of the customer with that id token. Undefined without a valid token, and for an account
 * that is deleted, closed or without a profile.
 */
export async function customerWith(idToken: string | undefined): Promise<string | undefined> {
  const caller = idToken === undefined ? undefined : await callerWith(idToken);
  if (!caller) return undefined;
  const { account, profile } = await lookUp(caller);
  return account && profile && profile.closedAt === undefined ? caller.sub : undefined;
}

async function lookUp(
  caller: Caller,
): Promise<{ account: ActiveAccount | undefined; profile: Profile | undefined }> {
  const [account, profile] = await Promise.all([findActiveAccount(caller), readCustomer(caller.sub)]);
  return { account, profile };
}

/** Returns the address as the user pool spells it. Throws 403 if it has not verified `given`. */
export function requireVerifiedEmail(given: string, { verifiedEmail }: SignedInCaller): string {
  if (verifiedEmail?.toLowerCase() !== given.toLowerCase()) throw new HttpError("email_not_verified");
  return verifiedEmail;
}
