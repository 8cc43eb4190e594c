import { changePlan } from "./change-plan.ts";
import type { Command } from "./command.ts";
import { erase } from "./erase.ts";
import { exportCustomer } from "./export.ts";
import { find } from "./find.ts";
import { resendLicenceKey } from "./resend-licence-key.ts";
import { resetAuthenticator } from "./reset-authenticator.ts";
import { rotateLicenceKey } from "./rotate-licence-key.ts";
import { showAudit } from "./show-audit.ts";

/** By what a person types. */
export const commands: Readonly<Record<string, Command>> = {
  find,
  audit: showAudit,
  export: exportCustomer,
  "resend-licence-key": resendLicenceKey,
  "rotate-licence-key": rotateLicenceKey,
  "reset-authenticator": resetAuthenticator,
  "change-plan": changePlan,
  erase,
};
