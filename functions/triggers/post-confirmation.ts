import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { endSessionsNow, newSessionsToEnd } from "#functions/account/sessions-to-end.ts";
import { passwordChanged } from "#functions/activity/password-table.ts";
import { deliver } from "#functions/mail/mailer.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { signInMail } from "#functions/mail/texts/sign-in-mail.ts";
import { transactWrite } from "#functions/platform/table.ts";
import { inContext } from "#functions/runtime/context.ts";
import { inTime } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { log } from "#functions/runtime/log.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";

/**
 * Cognito waits five seconds for a trigger. After that it reports an error, although the password was
 * changed.
 */
const timeLimitMs = 4000;

/**
 * After a password reset, ends every session of the account and mails its owner. Never throws: the new
 * password is valid in any case.
 */
export const handler = inContext("trigger", async (event: PostConfirmationTriggerEvent) => {
  if (event.triggerSource !== "PostConfirmation_ConfirmForgotPassword") return event;
  const { userPoolId, userName, request } = event;
  const { sub = "", email = "" } = request.userAttributes;
  const work = afterReset({ userPoolId, sub, loginId: userName, email });
  if ((await inTime(work, timeLimitMs)) === undefined) {
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

/** Stores both tasks first: the reconciler repeats a failed one. */
async function afterReset({ userPoolId, sub, loginId, email }: Reset): Promise<boolean> {
  const task = newSessionsToEnd(sub, loginId);
  const content = { template: "password-changed", customer: sub, to: email, loginId } as const;
  const mail = newMail(content);
  const fields = { customer: sub };
  await runAndLogFailure(
    "reset not stored",
    () => transactWrite([task, mail, ...passwordChanged(sub, "password-reset")]),
    fields,
  );
  await Promise.all([
    runAndLogFailure(
      "sessions were not ended",
      () => endSessionsNow({ sub, loginId, userPoolId, task }),
      fields,
    ),
    runAndLogFailure(
      "mail about the new password not sent",
      () => deliver(email, signInMail(content, environment("SITE_URL")), mail.put),
      fields,
    ),
  ]);
  return true;
}
