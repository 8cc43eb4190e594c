/** Customers with a licence key, and what they can do about it. */
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { decrypt, encrypt } from "#functions/platform/kms.ts";
import type { Person } from "../people.ts";
import { advance, type Reply } from "../portal.ts";
import type { Owner, WithCustomers } from "./customers.ts";

export type Operation = "reveal" | "resend" | "reissue";

export const licenceKeyActions = ({ portal, createCustomer, secretsOf }: WithCustomers) => ({
  async createHolder(): Promise<Owner & { key: string }> {
    const owner = await createCustomer();
    const key = newLicenceKey();
    portal.become("operator");
    const licenceKey = await encrypt(key, { customer: owner.sub, field: "licenceKey" });
    await portal.put({ pk: `CUSTOMER#${owner.sub}`, sk: "SECRETS", licenceKey });
    return { ...owner, key };
  },
  callLicenceKey(owner: Person, operation: Operation, claims: Record<string, unknown> = {}): Promise<Reply> {
    // The audit trail is in the order of time.
    advance(1);
    return portal.call("licence-key", { by: owner, claims, body: { operation } });
  },
  /** In clear. */
  async keyOf(owner: Person): Promise<string> {
    portal.become("operator");
    const row = await secretsOf(owner);
    return decrypt(String(row?.licenceKey), { customer: owner.sub, field: "licenceKey" });
  },
});
