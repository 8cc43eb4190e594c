/** Customers and everything that they, Stripe, the clock and the scheduled jobs can do, in a portal of the test file's own. */
import { accountActions } from "./account.ts";
import { closingActions } from "./closing.ts";
import { contractActions } from "./contracts.ts";
import { customerActions } from "./customers.ts";
import { licenceKeyActions } from "./licence-keys.ts";
import { purchaseActions } from "./purchases.ts";
import { signUpActions } from "./signing-up.ts";
import { startWithStripe, type WorldOptions } from "./stripe.ts";

export async function startWorld(options: WorldOptions = {}) {
  const atStripe = await startWithStripe(options);
  const withCustomers = { ...atStripe, ...customerActions(atStripe) };
  const world = { ...withCustomers, ...purchaseActions(withCustomers) };
  return {
    ...world,
    ...accountActions(world),
    ...closingActions(world),
    ...contractActions(world),
    ...licenceKeyActions(world),
    ...signUpActions(world),
  };
}
