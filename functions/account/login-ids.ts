/**
 * Forgotten login IDs: a mail to the address lists the login IDs of its accounts. The response does not
 * reveal whether there are any.
 */
import * as z from "zod/mini";
import { loginIdMailLimit, loginIdRequestLimits } from "#functions/mail/mail-limits.ts";
import { sendMail } from "#functions/mail/mailer.ts";
import { loginIdsMail } from "#functions/mail/texts/sign-in-mail.ts";
import { hash } from "#functions/platform/networks.ts";
import { countUnlessFull, enforceLimits, networkLimits, uncounted } from "#functions/platform/rate-limits.ts";
import { updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { findAccounts } from "#functions/platform/user-pool.ts";
import { withDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type Enqueued, finishOwn, taskKind } from "#functions/tasks/task.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { loginIdMailRefusals } from "#shared/messages.ts";

/** Shorter than `LOGIN_ID_ANSWER_MS`. */
const workMs = 2_200;

const data = z.object({ to: z.string() });
/** The key is the hash of the address. */
export const loginIdMailTask = taskKind("LOGIN_ID_MAILS", data);

/**
 * Mails the login IDs to the accounts' address, if it is verified. Returns `waiting` at the portal's hourly
 * limit.
 */
export async function mailLoginIds(to: string): Promise<"done" | "waiting"> {
  const accounts = (await findAccounts(to)).filter(
    ({ isEnabled, status, attributes }) =>
      isEnabled && status !== "UNCONFIRMED" && attributes.email_verified === "true",
  );
  const proven = accounts[0]?.attributes.email;
  if (proven === undefined) return "done";
  const loginIds = accounts.map(({ loginId }) => loginId).toSorted();
  const mail = loginIdsMail(loginIds, environment("SITE_URL"));
  return (await isSentWithinLimit(() => sendMail(proven, mail))) ? "done" : "waiting";
}

/** Returns false at the limit. A failed mail is not counted: an outage of SES would use up the limit. */
async function isSentWithinLimit(send: () => Promise<void>): Promise<boolean> {
  const limit = loginIdMailLimit();
  const notSent = uncounted(limit);
  if (!(await countUnlessFull(limit))) return false;
  try {
    await send();
  } catch (error) {
    await updateItem(notSent).catch((later: unknown) =>
      log("warn", "unsent mail stays counted", errorFields(later)),
    );
    throw error;
  }
  countMetric("LoginIdMails");
  return true;
}

/** Enqueues the mail, whether the address has accounts or not. Throws 429 at a limit. */
export async function enqueueLoginIdMail(to: string, clientAddress: string): Promise<Enqueued> {
  const task = loginIdMailTask.enqueue(hash(to.toLowerCase()), { to });
  const row = { ...task, set: { ...task.set, expiresAt: epochSeconds(Date.now() + dayMs) } };
  const network = { of: "LOGIN_IDS", most: 20, windowMs: hourMs, isSliding: true } as const;
  const limits = [
    ...networkLimits(clientAddress, { ...network, message: loginIdMailRefusals.hour }),
    ...loginIdRequestLimits(to),
  ];
  try {
    await enforceLimits(limits, [row]);
  } catch (error) {
    if (error instanceof HttpError) countMetric("LoginIdsRefused");
    throw error;
  }
  return task;
}

/**
 * Sends the enqueued mail, or leaves it to the reconciler. The caller does not learn which, nor whether there
 * is an account.
 */
export async function mailAtOnce(to: string, task: Enqueued): Promise<void> {
  const work = async (): Promise<void> => {
    if ((await mailLoginIds(to)) === "done") await finishOwn(task);
  };
  await withDeadline(work, { requestMs: workMs, providerMs: workMs }).catch((error: unknown) =>
    log("warn", "login IDs not mailed, left to the reconciler", errorFields(error)),
  );
}
