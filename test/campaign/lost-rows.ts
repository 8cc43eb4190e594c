/** "Rows are lost": a bad restore, a wrong command, an empty table. No job may take account or contract with them. */
import { dayMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Customer, World } from "./world.ts";

type Row = Record<string, unknown>;
type IsLost = (row: Row, customer: Customer) => boolean;

const isProfile: IsLost = ({ pk, sk }, { sub }) => pk === `CUSTOMER#${sub}` && sk === "PROFILE";
const isPointer: IsLost = ({ sk, sub: owner }, { sub }) => sk === "POINTER" && owner === sub;

export const losses: Readonly<Record<string, IsLost>> = {
  "the profile": isProfile,
  "profile and pointers": (row, customer) => isProfile(row, customer) || isPointer(row, customer),
  "everything about the customer": (row, { sub }) => JSON.stringify(row).includes(sub),
  "the whole table": () => true,
};

/** Account and contracts of the customer, which must stay. */
function remains({ portal, stripeState }: World, { sub }: Customer) {
  const { customers, subscriptions } = stripeState();
  const ids = customers.filter(({ metadata }) => metadata.sub === sub).map(({ id }) => id);
  return {
    account: portal.cognito.users().some((user) => user.sub === sub),
    contracts: subscriptions.filter(
      ({ customer, status }) => ids.includes(String(customer)) && status !== "canceled",
    ).length,
  };
}

/** Those on which a lost profile is noticed, or an account that was abandoned or closed is due. */
const days = [1, 2, 31, 32, 39, 46];

/** Returns what was found wrong. Somebody who erased or closed the account themselves, or never registered, may lose it. */
export async function problemsOfLoss(world: World, customer: Customer, isLost: IsLost): Promise<string[]> {
  const { portal } = world;
  const isCustomer = (await world.profileOf(customer)) !== undefined;
  // The last look at all rows counts them.
  await world.run("export-users");
  const rows = (await portal.everything()).filter((row) => isLost(row, customer));
  for (const { pk, sk } of rows) await portal.remove(String(pk), String(sk));
  const before = remains(world, customer);
  // Its customer is gone: a job may say so.
  world.isErasing = true;
  let today = 0;
  for (const day of days) {
    advance((day - today) * dayMs);
    today = day;
    for (const job of ["export-users", "retention", "reconcile"] as const) await world.run(job);
  }
  if (!isCustomer || !before.account) return [];
  const now = remains(world, customer);
  const hasRung = portal.logged.some((line) => /"(?:ProfilesMissing|DeletionsHeld)":/.test(line));
  return [
    ...(now.account ? [] : ["the account of a customer was deleted"]),
    ...(now.contracts < before.contracts && !now.account ? ["a contract ended with its account"] : []),
    ...(hasRung ? [] : ["no alarm rang"]),
  ];
}
