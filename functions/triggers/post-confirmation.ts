import { setTimeout as sleep } from "node:timers/promises";
import type { Context, PostConfirmationTriggerEvent } from "aws-lambda";
import { deliver } from "../mail/deliver.ts";
import { newMail } from "../mail/outbox.ts";
import { passwordChangedMail } from "../mail/password-changed-mail.ts";
import { writeTogether } from "../platform/table.ts";
import { endSessions } from "../platform/user-pool.ts";
import { environment } from "../runtime/environment.ts";
import { errorFields, log, withLogFields } from "../runtime/log.ts";

/** Cognito gives a trigger five seconds, and then tells the customer of an error although the password is changed. */
const patienceMs = 4000;

/**
 * After a password was reset: every session of the account ends, and its owner is told. The new password counts whatever
 * fails here, so nothing is thrown.
 */
export const handler = (
  event: PostConfirmationTriggerEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<PostConfirmationTriggerEvent> =>
  withLogFields({ requestId, function: functionName }, async () => {
    if (event.triggerSource !== "PostConfirmation_ConfirmForgotPassword") return event;
    const { userPoolId, userName, request } = event;
    const { sub = "", email = "" } = request.userAttributes;
    const work = Promise.all([
      attempt(sub, "sessions were not ended", () => endSessions(userPoolId, userName)),
      attempt(sub, "owner was not told of the new password", () => tell(sub, email, userName)),
    ]);
    if ((await Promise.race([work, sleep(patienceMs)])) === undefined) {
      log("error", "time ran out after a password was reset", { customer: sub });
    }
    return event;
  });

async function attempt(customer: string, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", failure, { customer, ...errorFields(error) });
  }
}

async function tell(customer: string, to: string, loginId: string): Promise<void> {
  const mail = newMail({ template: "password-changed", customer, to, loginId });
  await writeTogether([mail]);
  await deliver(to, passwordChangedMail(loginId, environment("SITE_URL")), mail.put);
}
