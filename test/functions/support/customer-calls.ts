import { expect } from "vitest";
import { handler as reconcile } from "#functions/jobs/reconcile.ts";
import { contextOf } from "./events.ts";
import type { Person } from "./people.ts";
import type { Portal } from "./portal.ts";

/** Until then a mail that was just written belongs to the one who wrote it. */
export const leaseMs = 121_000;

/** The actions of a signed-in person and of the clock, and reads of table and inbox. */
export function customerCalls(portal: Portal) {
  const mailsTo = ({ email }: Person) => portal.inbox.list(email);
  const keysIn = (person: Person): string[] =>
    mailsTo(person).map(({ text }) => /ライセンスキー：(\S+)/.exec(text)?.[1] ?? "");
  const customerItems = ({ sub }: Person) => portal.partition(`CUSTOMER#${sub}`);
  const outboxOf = async ({ sub }: Person) =>
    (await portal.partition("OUTBOX")).filter(({ customer }) => customer === sub);

  return {
    mailsTo,
    keysIn,
    customerItems,
    outboxOf,
    post: (person: Person, body: unknown) => portal.call("post-user", { by: person, body }),
    get: (person: Person, name = person.loginId) => portal.call("get-user", { by: person, query: { name } }),
    runReconcile() {
      portal.become("reconcile");
      return reconcile(undefined as never, contextOf("reconcile"));
    },
    failSes: (times = 1) => portal.faults.add({ service: "ses", status: 503, times }),
    /** One customer, one key however often mailed, nothing left to do. */
    async expectRegisteredOnce(person: Person): Promise<void> {
      const items = await customerItems(person);
      const kinds = items.map(({ sk }) => String(sk).replace(/#.*/, ""));
      expect(kinds).toEqual(["AUDIT", "PROFILE", "SECRETS"]);
      const customerId = items.find(({ sk }) => sk === "PROFILE")?.customerId;
      expect(await portal.item(`CUSTOMER_ID#${customerId}`, "POINTER")).toMatchObject({ sub: person.sub });
      expect(new Set(keysIn(person)).size).toBe(1);
      expect(await outboxOf(person)).toEqual([]);
    },
  };
}
