/** For a customer whose session somebody else may have. Password, passkeys and authenticator app do not change. */
import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import { signedOut } from "#functions/activity/password-table.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, CommandRefused } from "../command.ts";
import { writeOrRefuse } from "../rows.ts";
import { inPool } from "./account.ts";
import { findCustomer } from "./customer.ts";

export const endSessions: ChangingCommand = {
  purpose: "Ends every session of a customer, who signs in again with the same password or passkey.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([loginId = ""]) {
    const { sub, account } = await findCustomer(loginId);
    if (!account) throw new CommandRefused(`The account of ${loginId} is gone.`);
    const { userName } = account;
    return {
      steps: () => [`End every session of ${userName}; no password of before counts as recent any more.`],
      confirmWith: loginId,
      async apply() {
        await writeAudit(sub, "sessions-ended");
        await writeOrRefuse([signedOut(sub)]);
        await cognito().send(new AdminUserGlobalSignOutCommand(inPool(sub)));
        return { text: `Every session of ${userName} has ended.`, data: { sub, loginId: userName } };
      },
    };
  },
};
