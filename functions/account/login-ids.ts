/** Forgotten login IDs: a mail to the address lists those of its accounts. Nobody else learns whether there are any. */
import * as z from "zod/mini";
import { loginIdMailLimits } from "#functions/mail/mail-limits.ts";
import { sendMail } from "#functions/mail/mailer.ts";
import { loginIdsMail } from "#functions/mail/texts/sign-in-mail.ts";
import { hash } from "#functions/platform/networks.ts";
import { enforceLimits, networkLimits } from "#functions/platform/rate-limits.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { findAccounts } from "#functions/platform/user-pool.ts";
import { withDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { finishOwn, taskKind } from "#functions/tasks/task.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { loginIdMailRefusals } from "#shared/messages.ts";

/** Shorter than `LOGIN_ID_ANSWER_MS`. */
const workMs = 2_200;

const data = z.object({ to: z.string() });
/** The key is the hash of the address. */
export const loginIdMailTask = taskKind("LOGIN_ID_MAILS", data);

/** Mails the login IDs to the address as the accounts have it, if they have proven it. */
export async function mailLoginIds(to: string): Promise<"done"> {
  const accounts = (await findAccounts(to)).filter(
    ({ isEnabled, status, attributes }) =>
      isEnabled && status !== "UNCONFIRMED" && attributes.email_verified === "true",
  );
  const proven = accounts[0]?.attributes.email;
  if (proven === undefined) return "done";
  const loginIds = accounts.map(({ loginId }) => loginId).toSorted();
  await sendMail(proven, loginIdsMail(loginIds, environment("SITE_URL")));
  return "done";
}

/** Enqueues the mail and tries at once. Throws 429 at a limit, and nothing that tells an address with accounts from another one. */
export async function requestLoginIds(to: string, clientAddress: string): Promise<void> {
  const task = loginIdMailTask.enqueue(hash(to.toLowerCase()), { to });
  const row = { ...task, set: { ...task.set, expiresAt: epochSeconds(Date.now() + dayMs) } };
  const network = { of: "LOGIN_IDS", most: 20, windowMs: hourMs, isSliding: true } as const;
  const limits = [
    ...networkLimits(clientAddress, { ...network, message: loginIdMailRefusals.hour }),
    ...loginIdMailLimits(to),
  ];
  await enforceLimits(limits, [row]);
  const tryAtOnce = async (): Promise<void> => {
    await mailLoginIds(to);
    await finishOwn(task);
  };
  await withDeadline(tryAtOnce, { requestMs: workMs, providerMs: workMs }).catch((error: unknown) =>
    log("warn", "login IDs not mailed, left to the reconciler", errorFields(error)),
  );
}
