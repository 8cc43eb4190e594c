/**
 * Reads the current account and profile of an id token, because a token passes for 15 minutes, whatever happens to its account.
 * Each call reads them once, the user pool and the profile concurrently.
 */
import { haveSessionsEnded } from "#functions/activity/password-table.ts";
import { type ActiveAccount, findActiveAccount } from "#functions/platform/user-pool.ts";
import { type ApiEvent, type Caller, callerOf } from "#functions/runtime/caller.ts";
import { type CallContext, serveTo } from "#functions/runtime/endpoint.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { callerWith } from "#functions/runtime/id-token.ts";
import type { ParsedRequest } from "#functions/runtime/request.ts";
import type { Endpoint, ResponseOf } from "#shared/endpoints.ts";
import { type Profile, readCustomer } from "./profile.ts";

export interface SignedInCaller extends Caller {
  /** The address that the user pool has verified by now: the token may be older. */
  verifiedEmail: string | undefined;
  /** Undefined while the account has not signed up as a customer. */
  profile: Profile | undefined;
}

/**
 * A Lambda handler for an endpoint that asks for an id token. Answers 401 for a deleted or closed account, unless the endpoint
 * decides that itself.
 */
export const serveSignedIn = <E extends Endpoint & { authentication: "id-token" }>(
  endpoint: E,
  run: (request: ParsedRequest<E>, context: CallContext<E, SignedInCaller>) => Promise<ResponseOf<E>>,
) => serveTo(endpoint, signedIn, run);

/** Throws 401 unless the account may still sign in; the endpoint decides for a closed one, which may be without a profile. */
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

/** Undefined if the password was replaced, or all sessions were ended, since the sign-in. */
async function signedInWithPassword({ sub, signedInAt }: Caller): Promise<number | undefined> {
  if (signedInAt === undefined || (await haveSessionsEnded(sub, signedInAt))) return undefined;
  return signedInAt;
}

/** Returns the `sub` of the customer with that id token. Undefined without a valid token, for an account that is gone, and for one that is no customer's. */
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

/** Returns the address as the user pool spells it, which has verified it by now: a token may be older. Throws 403. */
export function requireVerifiedEmail(given: string, { verifiedEmail }: SignedInCaller): string {
  if (verifiedEmail?.toLowerCase() !== given.toLowerCase()) throw new HttpError("email_not_verified");
  return verifiedEmail;
}
