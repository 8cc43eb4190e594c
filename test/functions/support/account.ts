/** The actions of an account's owner: a record, a login in the user pool, and for some a customer at Stripe. */
import { AdminUpdateUserAttributesCommand } from "@aws-sdk/client-cognito-identity-provider";
import { expect } from "vitest";
import { storePendingEmailChange } from "#functions/account/email-change-table.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { type Payer, startPaying } from "./paying.ts";
import { advance } from "./portal.ts";

export async function startAccount() {
  const paying = await startPaying();
  const { portal, stripe } = paying;
  paying.emulator.webhooks.mode = "drop";

  async function setAttributes({ loginId }: Payer, attributes: Record<string, string>): Promise<void> {
    await portal.cognitoClient.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: identifiers.userPoolId,
        Username: loginId,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  }

  const owners = {
    ...paying,
    /** A customer who can sign in. */
    async newOwner(changes: Partial<Profile> = {}): Promise<Payer> {
      const owner = await paying.newPayer(changes);
      portal.seedAccount(owner);
      return owner;
    },
    /** On the standard plan, and known to Stripe as the record says. */
    async newStandardOwner(changes: Partial<Profile> = {}): Promise<Payer> {
      const { id } = await stripe.customers.create({
        name: "株式会社テスト商事",
        email: "keiri@example.com",
      });
      return owners.newOwner({
        plan: "standard",
        paymentType: "card",
        stripeCustomerId: id,
        applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
        apiKey: "a1b2c3d4",
        ...changes,
      });
    },
    update(owner: Payer, fields: object) {
      // The audit trail is in the order of time.
      advance(1);
      return portal.call("post-user", { by: owner, body: { operation: "update", ...fields } });
    },
    async seen(owner: Payer) {
      const [record] = (await portal.call("get-user", { by: owner, query: { name: owner.loginId } })).json
        .results;
      if (!record) throw new Error("There is no record");
      return record;
    },
    /** The pool takes the address over, as when its code was typed in. */
    prove: (owner: Payer, email: string) => setAttributes(owner, { email, email_verified: "true" }),
    /** The pool no longer vouches for the address that it has. */
    doubt: (owner: Payer) => setAttributes(owner, { email_verified: "false" }),
    /** The address that the pool has now. */
    provenOf: ({ sub }: Payer): string | undefined =>
      portal.cognito.users().find((user) => user.sub === sub)?.attributes.email,
    /** A code for another address was sent. */
    async storeEmailChange({ sub, loginId }: Payer): Promise<void> {
      portal.become("custom-message");
      await storePendingEmailChange(sub, loginId);
    },
    secretsOf: ({ sub }: Payer) => portal.item(`CUSTOMER#${sub}`, "SECRETS"),
    /** `fields` of every update that was written down, oldest first. */
    async auditOf({ sub }: Payer): Promise<string[][]> {
      const items = await portal.partition(`CUSTOMER#${sub}`);
      return items
        .filter(({ action }) => action === "updated")
        .sort((one, other) => String(one.at).localeCompare(String(other.at)))
        .map(({ fields }) => [...(fields as string[])].sort());
    },
    subjectsTo: (address: string) =>
      portal.inbox.list(address).map(({ subject = "" }) => subject.replace(/^【.*】/, "")),
    async payerOf(owner: Payer) {
      const { stripeCustomerId = "" } = await paying.recordOf(owner);
      const customer = await stripe.customers.retrieve(stripeCustomerId);
      if (customer.deleted) throw new Error("Stripe deleted the customer");
      return customer;
    },
    /** Expects that `work` writes nothing, for every answer. */
    async expectNothingWritten<T>(work: () => Promise<T>): Promise<T> {
      // But for the counters of what was tried.
      const rows = async () =>
        (await portal.everything()).filter(({ pk }) => !String(pk).startsWith("RATE#"));
      const before = await rows();
      const answer = await work();
      expect(await rows()).toEqual(before);
      return answer;
    },
  };
  return owners;
}
