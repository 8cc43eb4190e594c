/** Customers with a licence key, and what they can do about it. */
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { decrypt, encrypt } from "#functions/platform/kms.ts";
import { startAccount } from "./account.ts";
import type { Payer } from "./paying.ts";
import { advance, type Reply } from "./portal.ts";

export type Operation = "reveal" | "resend" | "reissue";

export async function startLicenceKeys() {
  const account = await startAccount();
  const { portal } = account;
  return {
    ...account,
    async newHolder(): Promise<Payer & { key: string }> {
      const owner = await account.newOwner();
      const key = newLicenceKey();
      portal.become("operator");
      const licenceKey = await encrypt(key, { customer: owner.sub, field: "licenceKey" });
      await portal.put({ pk: `CUSTOMER#${owner.sub}`, sk: "SECRETS", licenceKey });
      return { ...owner, key };
    },
    order(owner: Payer, operation: Operation, claims: Record<string, unknown> = {}): Promise<Reply> {
      // The audit trail is in the order of time.
      advance(1);
      return portal.call("licence-key", { by: owner, claims, body: { operation } });
    },
    /** In clear. */
    async keyOf({ sub }: Payer): Promise<string> {
      portal.become("operator");
      const row = await portal.item(`CUSTOMER#${sub}`, "SECRETS");
      return decrypt(String(row?.licenceKey), { customer: sub, field: "licenceKey" });
    },
    /** Those that were mailed, oldest first. */
    mailedKeys: ({ email }: Payer): string[] =>
      portal.inbox
        .list(email)
        .flatMap(({ text }) => /ライセンスキー：(\S+)/.exec(text)?.[1] ?? [])
        .reverse(),
    trailOf: async ({ sub }: Payer): Promise<unknown[]> =>
      (await portal.partition(`CUSTOMER#${sub}`))
        .filter(({ sk }) => String(sk).startsWith("AUDIT#"))
        .map(({ action }) => action),
    outboxOf: async ({ sub }: Payer) =>
      (await portal.partition("OUTBOX")).filter(({ customer }) => customer === sub),
  };
}
