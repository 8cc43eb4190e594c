import { setTimeout as sleep } from "node:timers/promises";
import type { Context, PostConfirmationTriggerEvent } from "aws-lambda";
import { endSessionsNow, newSessionsToEnd } from "#functions/account/sessions-to-end.ts";
import { passwordChanged } from "#functions/activity/activity-table.ts";
import { deliver } from "#functions/mail/deliver.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { passwordChangedMail } from "#functions/mail/texts/password-changed-mail.ts";
import { writeTogether } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log, withContext } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";

/** Cognito waits five seconds for a trigger. After that it reports an error, although the password was changed. */
const timeLimitMs = 4000;

/**
 * After a password reset: ends every session of the account and mails its owner. The new password is valid even if this fails,
 * so nothing is thrown.
 */
export const handler = (
  event: PostConfirmationTriggerEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<PostConfirmationTriggerEvent> =>
  withContext({ requestId, function: functionName }, async () => {
    if (event.triggerSource !== "PostConfirmation_ConfirmForgotPassword") return event;
    const { userPoolId, userName, request } = event;
    const { sub = "", email = "" } = request.userAttributes;
    const work = afterReset({ userPoolId, sub, loginId: userName, email });
    if ((await Promise.race([work, sleep(timeLimitMs)])) === undefined) {
      log("error", "timeout after a password reset", { customer: sub });
    }
    return event;
  });

interface Reset {
  userPoolId: string;
  sub: string;
  loginId: string;
  email: string;
}

/** Both are stored first: the reconciler repeats what fails here. */
async function afterReset({ userPoolId, sub, loginId, email }: Reset): Promise<boolean> {
  const sessions = newSessionsToEnd(sub, loginId);
  const mail = newMail({ template: "password-changed", customer: sub, to: email, loginId });
  await attempt(sub, "reset not stored", () =>
    writeTogether([sessions, mail, ...passwordChanged(sub, "password-reset")]),
  );
  await Promise.all([
    attempt(sub, "sessions were not ended", () => endSessionsNow(userPoolId, sessions.put)),
    attempt(sub, "mail about the new password not sent", () =>
      deliver(email, passwordChangedMail(loginId, environment("SITE_URL")), mail.put),
    ),
  ]);
  return true;
}

async function attempt(customer: string, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", failure, { customer, ...errorFields(error) });
    count("TasksFailed");
  }
}
