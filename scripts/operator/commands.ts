import type { ChangingCommand, Command } from "./command.ts";
import { endSessions } from "./customer/end-sessions.ts";
import { erase } from "./customer/erase.ts";
import { exportCustomer } from "./customer/export.ts";
import { find } from "./customer/find.ts";
import { removePasskeys } from "./customer/remove-passkeys.ts";
import { resetAuthenticator } from "./customer/reset-authenticator.ts";
import { restoreAccount } from "./customer/restore-account.ts";
import { showAudit } from "./customer/show-audit.ts";
import { allowDeletionsOf, listDeletions } from "./deletions/deletions.ts";
import { resendLicenceKey, rotateLicenceKey } from "./licence-key/licence-key.ts";
import { clearNotice, listNotices, setNotice } from "./notices/notices.ts";
import { phone } from "./phone/phone.ts";
import { changePlan } from "./plan/change-plan.ts";
import { announce } from "./release/announce.ts";
import { listReleases, publish, rollback } from "./release/commands.ts";
import { restore } from "./restore/restore.ts";
import { listSwitches, start, stop } from "./switches/switches.ts";
import { deleteTask, listTasks, retryTask } from "./tasks/tasks.ts";

/** By what a person types after `npm run`: `admin -- find`, `release -- publish`. */
export const commands = {
  "admin find": find,
  "admin audit": showAudit,
  "admin phone": phone,
  "admin export": exportCustomer,
  "admin resend-licence-key": resendLicenceKey,
  "admin rotate-licence-key": rotateLicenceKey,
  "admin end-sessions": endSessions,
  "admin reset-authenticator": resetAuthenticator,
  "admin remove-passkeys": removePasskeys,
  "admin change-plan": changePlan,
  "admin restore-account": restoreAccount,
  "admin erase": erase,
  "admin restore": restore,
  "admin deletions": listDeletions,
  "admin allow-deletions": allowDeletionsOf,
  "admin tasks": listTasks,
  "admin retry-task": retryTask,
  "admin delete-task": deleteTask,
  "admin stop": stop,
  "admin start": start,
  "admin switches": listSwitches,
  "admin notice set": setNotice,
  "admin notice list": listNotices,
  "admin notice clear": clearNotice,
  "release list": listReleases,
  "release publish": publish,
  "release rollback": rollback,
  "release announce": announce,
} satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
export type ChangingName = {
  [Name in CommandName]: (typeof commands)[Name] extends ChangingCommand ? Name : never;
}[CommandName];
