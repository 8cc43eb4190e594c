import { newActivity } from "#functions/activity/activity-table.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { tryTransactWrite, type Write } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { SignInMethods } from "#shared/endpoints.ts";
import {
  authenticatorSwitched,
  newPasskey,
  passkeyGone,
  passkeyKey,
  readSignInMethods,
} from "./sign-in-methods-table.ts";
import {
  enablePasskeyMfa,
  forgetBrowsers,
  listBrowsers,
  listCredentials,
  readOwnAccount,
} from "./user-pool.ts";

type Change = "passkey-added" | "passkey-removed" | "authenticator-on" | "authenticator-off";

/**
 * Returns the account's passkeys, authenticator app and trusted browsers. Browsers change them at Cognito
 * directly: each change of a passkey or the app since the last call becomes an activity and a mail, once.
 * Forgets browsers that were not used for long. Throws 401 unless the access token is the caller's.
 */
export async function recordSignInMethods(
  { sub, loginId }: Caller,
  accessToken: string,
): Promise<SignInMethods> {
  // Read before Cognito's state: otherwise the result of a concurrent call looks like a change back.
  const known = await readSignInMethods(sub);
  const { email: to, hasAuthenticator } = await readOwnAccount(sub, accessToken);
  /** Writes nothing if another call has written the change. */
  const record = async (write: Write, template: Change): Promise<void> => {
    const at = new Date().toISOString();
    const mail = unleased(newMail({ template, customer: sub, to, loginId, at }));
    await tryTransactWrite([write, newActivity(sub, { kind: template }), mail]);
  };
  if (hasAuthenticator !== known.hasAuthenticator)
    await record(
      authenticatorSwitched(sub, hasAuthenticator),
      hasAuthenticator ? "authenticator-on" : "authenticator-off",
    );
  const [credentials, { trusted, unused }] = await Promise.all([
    listCredentials(accessToken),
    listBrowsers(accessToken),
  ]);
  const rows = new Map(known.passkeys.map((row) => [row.sk, row]));
  const keys = new Map(credentials.map((each) => [passkeyKey(sub, each.id).sk, each]));
  for (const [sk, { id }] of keys) if (!rows.has(sk)) await record(newPasskey(sub, id), "passkey-added");
  for (const [sk, row] of rows) if (!keys.has(sk)) await record(passkeyGone(row), "passkey-removed");
  if (credentials.length > 0 && hasAuthenticator) await enablePasskeyMfa(accessToken);
  const passkeys = [...keys].map(([sk, passkey]) => ({ ...passkey, lastUsedAt: rows.get(sk)?.lastUsedAt }));
  await forgetBrowsers(accessToken, unused);
  return { passkeys, hasAuthenticator, browsers: trusted };
}
