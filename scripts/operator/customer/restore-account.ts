/** Gives a customer back the account that they closed, until it is erased. */

import { readClosure, withdrawClosure } from "#functions/account/closing/closure-table.ts";
import { notRegistered, profileChange } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { enableAccount } from "#functions/platform/user-pool.ts";
import { type ChangingCommand, CommandRefused } from "../command.ts";
import { writeOrRefuse } from "../rows.ts";
import { inTokyo } from "../show.ts";
import { findCustomer } from "./customer.ts";

export const restoreAccount: ChangingCommand = {
  purpose: "Reopens an account that its customer closed, within 30 days. The subscription stays ended.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([name = ""]) {
    const { sub, profile, account } = await findCustomer(name);
    if (!account) throw new CommandRefused(`${name} has no account any more.`);
    const closure = await readClosure(sub);
    if ((!closure || closure.state === "abandoned") && account.enabled)
      throw new CommandRefused(`${name} is not closed.`);
    if (closure?.state === "closing")
      throw new CommandRefused("The closing is not complete yet: run it again in 10 minutes.");
    if (closure?.state === "erasing") throw new CommandRefused("The erasure has begun.");
    const { customerId, plan = "none: not registered", closedAt } = profile ?? {};
    const reopen = () =>
      writeOrRefuse([
        profile ? profileChange(sub, profile, { closedAt: null }) : notRegistered(sub),
        withdrawClosure(sub),
        auditRow(sub, { action: "account-restored", customerId }),
      ]);
    const since = closedAt === undefined ? "" : `, closed ${inTokyo(closedAt)}`;
    return {
      steps: () => [
        ...(closure ? [`Withdraw the closing of ${name}${since}: the data is not erased.`] : []),
        `Enable the account ${account.userName}. The plan stays ${plan}.`,
      ],
      async apply() {
        if (closure) await reopen();
        // A run that broke off goes on here.
        await enableAccount({ sub, loginId: account.userName });
        return {
          text: `${name} can sign in again (plan ${plan}${since}). Nothing is charged: on plan suspended the customer subscribes again on /contract.`,
          data: { sub, plan, closedAt },
        };
      },
    };
  },
};
