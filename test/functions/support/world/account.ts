/** Changes of an account's profile and address by its owner. */
import { AdminUpdateUserAttributesCommand } from "@aws-sdk/client-cognito-identity-provider";
import { createEmailTicket, redeemEmailTicket } from "#functions/account/email-change-table.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { newPerson, type Person } from "../people.ts";
import { advance } from "../portal.ts";
import type { WithCustomers } from "./customers.ts";

export function accountActions({ portal, stripe, profileOf, trailOf }: WithCustomers) {
  async function setAttributes({ loginId }: Person, attributes: Record<string, string>): Promise<void> {
    await portal.cognitoClient.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: identifiers.userPoolId,
        Username: loginId,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  }

  return {
    /** In the user pool. */
    setAttributes,
    update(owner: Person, fields: object) {
      // The audit trail is in the order of time.
      advance(1);
      return portal.call("post-user", { by: owner, body: { operation: "update", ...fields } });
    },
    /** The pool takes the address over, as when its code was typed in. */
    prove: (owner: Person, email: string) => setAttributes(owner, { email, email_verified: "true" }),
    /** The pool no longer vouches for the address that it has. */
    doubt: (owner: Person) => setAttributes(owner, { email_verified: "false" }),
    /** The address that the pool has now. */
    provenOf: ({ sub }: Person): string | undefined =>
      portal.cognito.users().find((user) => user.sub === sub)?.attributes.email,
    /** A code for that address, or another one, was sent. */
    async storeEmailChange({ sub, loginId, email }: Person, to = newPerson().email): Promise<void> {
      portal.become("account");
      const ticket = await createEmailTicket({ sub, originJti: "", signedInAt: Date.now() }, to);
      portal.become("custom-message");
      if (!(await redeemEmailTicket({ sub, loginId, email }, ticket))) throw new Error("ticket refused");
    },
    /** `fields` of every update that was written down, oldest first. */
    auditOf: async (owner: Person): Promise<string[][]> =>
      (await trailOf(owner))
        .filter(({ action }) => action === "updated")
        .map(({ fields }) => [...(fields as string[])].sort()),
    async payerOf(owner: Person) {
      const { stripeCustomerId = "" } = await profileOf(owner);
      const customer = await stripe.customers.retrieve(stripeCustomerId);
      if (customer.deleted) throw new Error("Stripe deleted the customer");
      return customer;
    },
  };
}
