import { newActivity } from "#functions/activity/activity-table.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { TransactionCanceled, type Write, writeTogether } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { Passkey } from "#shared/endpoints.ts";
import { newPasskey, passkeyGone, passkeyKey, readPasskeyRows } from "./passkey-table.ts";
import { enablePasskeyMfa, listCredentials, readOwnAccount } from "./user-pool.ts";

/**
 * The account's passkeys. Browsers add and remove them at Cognito, past the portal: each that is new or gone since the last call
 * becomes an event and a mail, once. Throws 401 unless the access token is the caller's.
 */
export async function syncPasskeys({ sub, loginId }: Caller, accessToken: string): Promise<Passkey[]> {
  const account = await readOwnAccount(sub, accessToken);
  // Before Cognito is asked: what is known and not listed is gone, however many calls there are at once.
  const known = await readPasskeyRows(sub);
  const credentials = await listCredentials(accessToken);
  const keys = new Map(credentials.map((each) => [passkeyKey(sub, each.id).sk, each]));
  const told = new Set(known.map(({ sk }) => sk));
  const mail = (template: "passkey-added" | "passkey-removed") => {
    const at = new Date().toISOString();
    const content = { template, customer: sub, to: account.email, loginId, at };
    return [newActivity(sub, { kind: template }), unleased(newMail(content))];
  };
  for (const [sk, { id }] of keys)
    if (!told.has(sk)) await writeOnce([newPasskey(sub, id), ...mail("passkey-added")]);
  for (const row of known)
    if (!keys.has(row.sk)) await writeOnce([passkeyGone(row), ...mail("passkey-removed")]);
  if (credentials.length > 0 && account.hasAuthenticator) await enablePasskeyMfa(accessToken);
  const used = new Map(known.map(({ sk, lastUsedAt }) => [sk, lastUsedAt]));
  return [...keys].map(([sk, passkey]) => ({ ...passkey, lastUsedAt: used.get(sk) }));
}

/** Nothing when another call wrote it. */
async function writeOnce(writes: readonly Write[]): Promise<void> {
  await writeTogether(writes).catch((error: unknown) => {
    if (!(error instanceof TransactionCanceled)) throw error;
  });
}
