import { newActivity } from "#functions/activity/activity-table.ts";
import { browserSeenAgain, hasBrowsers, newBrowser } from "#functions/activity/browser-table.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { customerLimit, type Limit, writeWithinLimits } from "#functions/platform/rate-limits.ts";
import { transactWrite, tryTransactWrite, type Write } from "#functions/platform/table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs } from "#shared/durations.ts";

export interface SignIn {
  sub: string;
  loginId: string;
  /** The account's address. */
  email: string;
  kind: "signed-in" | "password-confirmed" | "passkey-signed-in" | "passkey-confirmed";
  /** For people to read, e.g. `Chrome（Windows）`. */
  browser: string;
  /** The id in the site's cookie; undefined for a sign-in without the site. */
  browserId: string | undefined;
  /** Cognito recognized the browser as a known device. */
  isKnownDevice: boolean;
}

/**
 * Stores the sign-in as an activity. Mails the owner if the browser is new and other browsers of the account
 * are known. Activity, browser and mail are one transaction.
 */
export async function recordSignIn(signIn: SignIn): Promise<void> {
  const { sub, kind, browser, browserId } = signIn;
  const activity = newActivity(sub, { kind, browser });
  const seenAgain = browserId === undefined ? undefined : [browserSeenAgain(sub, browserId), activity];
  if (seenAgain && (await tryTransactWrite(seenAgain))) return;
  const writes = [...(browserId === undefined ? [] : [newBrowser(sub, browserId)]), activity];
  const isUnknown = !signIn.isKnownDevice && (await hasBrowsers(sub));
  if (isUnknown && (await writeWithMail(signIn, writes))) return;
  if (await tryTransactWrite(writes)) return;
  // Another sign-in of the same browser was faster.
  if (seenAgain) await transactWrite(seenAgain);
}

/** Limits mails about new browsers: a stolen password must not fill the owner's mailbox. */
const newBrowserMailLimit = (sub: string): Limit => ({
  ...customerLimit("NEW_BROWSER", sub),
  windowMs: dayMs,
  isSliding: false,
});

/** Writes the sign-in with the mail. Returns false if nothing was written. */
async function writeWithMail(signIn: SignIn, writes: readonly Write[]): Promise<boolean> {
  const { sub: customer, loginId, email: to, browser } = signIn;
  const at = new Date().toISOString();
  const mail = unleased(newMail({ template: "new-browser", customer, to, loginId, browser, at }));
  try {
    return await writeWithinLimits([newBrowserMailLimit(customer)], [...writes, mail]);
  } catch (error) {
    if (error instanceof HttpError && error.code === "too_many_requests") return false;
    throw error;
  }
}
