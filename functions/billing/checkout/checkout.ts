/**
 * A customer's way through paying. There is one checkout for each customer, and every step of it is one that any number of
 * clicks, tabs and devices may take at once: each looks at where the checkout is, takes one step on, and looks again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { readCustomer } from "../../customer/customer-table.ts";
import type { Profile } from "../../customer/profile.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { Problem } from "../../runtime/api-error.ts";
import { StripeFailed } from "../stripe/failure.ts";
import { expireSession, readSession } from "../stripe/sessions.ts";
import { openPage, subscribe } from "./attempt.ts";
import {
  type BillingContact,
  type Checkout,
  claimCheckout,
  isUnderWay,
  readCheckout,
} from "./checkout-table.ts";
import { fulfil, fulfilSession } from "./fulfil.ts";

export interface Purchase {
  sub: string;
  contact: BillingContact;
  audit: AuditContext;
}

interface Situation {
  profile: Profile;
  checkout: Checkout | undefined;
  /** Whoever began the attempt is given this long to finish it, before another one joins in. */
  isPatienceOver: boolean;
}

const turns = 20;
const patientTurns = 6;
const turnMs = 120;

/** Takes steps until one of them answers. Throws 404 without a customer, 403 unless on trial, 409 when others are faster. */
async function untilAnswered<T>(
  sub: string,
  step: (situation: Situation) => Promise<T | undefined>,
  ifNotTrial: (profile: Profile, isFirstLook: boolean) => T,
): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) {
    const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
    if (!profile) throw new Problem("not_found");
    if (profile.plan !== "trial") return ifNotTrial(profile, turn === 0);
    // Specification section 2, /upgrade: the voice provider's credentials come before the payment.
    if (!profile.hasApiSecret || !profile.hasPrivateKey) throw credentialsMissing();
    // The two were not read at one moment: the payment came in between, and the next look sees it.
    if (checkout?.state === "fulfilled") continue;
    const situation = { profile, checkout, isPatienceOver: turn >= patientTurns };
    const answer = await pauseIfInUse(() => step(situation));
    if (answer !== undefined) return answer;
  }
  throw new Problem("conflict");
}

/** Another click is at the same call of Stripe at this moment: the next look sees what came of it. */
async function pauseIfInUse<T>(step: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StripeFailed && error.isInUse) return pause();
    throw error;
  }
}

export interface OpenCheckout {
  sessionId: string;
  /** Where the browser goes: Stripe's page, or our own when it is paid already. */
  url: string;
  successPath: string;
}

/** The one open session of the customer, wherever it was opened first. `siteUrl` is the site's origin. */
export function openCardCheckout(
  { sub, contact, audit }: Purchase,
  successPath: string,
  siteUrl: string,
): Promise<OpenCheckout> {
  return untilAnswered(
    sub,
    async ({ profile, checkout, isPatienceOver }) => {
      if (isUnderWay(checkout) && checkout.mode === "invoice") {
        await finishInvoice(checkout, profile, isPatienceOver, audit);
        return undefined;
      }
      if (checkout?.state === "open") return reopen(checkout, siteUrl, audit);
      if (checkout?.state === "creating" && !isPatienceOver) return pause();
      const attempt =
        checkout?.state === "creating"
          ? checkout
          : await claimCheckout(sub, checkout, { mode: "card", contact, successPath });
      const page = attempt && (await openPage(attempt, profile));
      return page && { sessionId: page.id, url: page.url, successPath: attempt.successPath };
    },
    () => {
      throw new Problem("forbidden");
    },
  );
}

async function reopen(
  { sub, sessionId = "", successPath }: Checkout,
  siteUrl: string,
  audit: AuditContext,
): Promise<OpenCheckout | undefined> {
  const session = await readSession(sessionId);
  if (session.state === "open") return { sessionId, url: session.url, successPath };
  // The return page knows how to wait for it.
  if (session.state === "processing") return { sessionId, url: `${siteUrl}${successPath}`, successPath };
  const outcome = await fulfilSession(sub, session, audit);
  return outcome === "fulfilled" ? { sessionId, url: `${siteUrl}${successPath}`, successPath } : undefined;
}

/** A standard customer's profile: by this invoice, or by the card payment that turned out to be made before. */
export function payByInvoice({ sub, contact, audit }: Purchase): Promise<Profile> {
  return untilAnswered<Profile>(
    sub,
    async ({ profile, checkout, isPatienceOver }) => {
      if (isUnderWay(checkout) && checkout.mode === "invoice") {
        return finishInvoice(checkout, profile, isPatienceOver, audit);
      }
      if (checkout?.state === "creating") {
        if (!isPatienceOver) return pause();
        await openPage(checkout, profile);
        return undefined;
      }
      if (checkout?.state === "open" && !(await endCard(checkout, audit))) return undefined;
      const params = { mode: "invoice", contact, successPath: "" } as const;
      const attempt = await claimCheckout(sub, checkout, params);
      return attempt && finishInvoice(attempt, profile, true, audit);
    },
    (profile, isFirstLook) => {
      const isAnswer = profile.paymentType === "invoice" || !isFirstLook;
      if (profile.plan === "standard" && isAnswer) return profile;
      throw new Problem("forbidden");
    },
  );
}

async function finishInvoice(
  checkout: Checkout,
  profile: Profile,
  isPatienceOver: boolean,
  audit: AuditContext,
): Promise<undefined> {
  if (!isPatienceOver) return pause();
  await fulfil(checkout.sub, await subscribe(checkout, profile), audit);
  return undefined;
}

/** True when nobody can pay the session any more. One that was paid is fulfilled instead. Throws 409 while it settles. */
async function endCard({ sub, sessionId = "" }: Checkout, audit: AuditContext): Promise<boolean> {
  if (await expireSession(sessionId)) return true;
  const outcome = await fulfilSession(sub, await readSession(sessionId), audit);
  if (outcome === "processing") throw new Problem("conflict");
  return false;
}

const credentialsMissing = (): Problem =>
  new Problem("forbidden", {
    message: "音声プロバイダの情報が登録されていません。アップグレードの最初の画面からお手続きください。",
  });

const pause = (): Promise<undefined> => sleep(turnMs, undefined);
