/** The two tiers of the tests: `npm test` runs the first one, and `npm run test:all` both. test/README.md */
import { globSync } from "node:fs";

/** Files that `npm test` leaves out, the longest first: minutes of processor time. */
export const slowFiles = [
  "test/campaign/kills.test.ts",
  "test/campaign/races.test.ts",
  "test/campaign/campaign.test.ts",
  "test/infra/clones.test.ts",
  "test/functions/api/odd-requests.test.ts",
  "test/ci/deploy.test.ts",
  "test/campaign/lost-rows.test.ts",
  "test/scripts/test/planted.test.ts",
];

/** Other files that take long: they start first, so that no core is without work at the end. */
export const longFiles = ["test/e2e/site/states.test.ts"];

/** They read the files of the project: no import says what reaches them. */
export const filesThatReadTheTree = [
  ...globSync("test/*.test.ts"),
  "test/scripts/operator/documented-commands.test.ts",
  "test/shared/messages.test.ts",
  "test/web/changing-texts.test.ts",
];

/** The journeys of `npm test`, by file: for each screen its main way, each way to pay, each challenge, and what ends a session. */
export const coreJourneys: Readonly<Record<string, readonly string[]>> = {
  "test/e2e/contact-change/change.test.ts": [
    "a new phone is proven and saved, each button once",
    "a new email is proven and saved, each button once",
  ],
  "test/e2e/contract/changes.test.ts": [
    "a customer cancels, resumes, cancels past a refusal, and subscribes by card",
  ],
  "test/e2e/contract/contract.test.ts": [
    "a card customer sees contract, card and invoices; a long year is asked for",
  ],
  "test/e2e/contract/invoices.test.ts": [
    "accounting takes the current year's invoices as a table and as PDFs",
  ],
  "test/e2e/downloads/announcement.test.ts": [
    "a mail about a release can be ended by its link, which asks, and by one click",
  ],
  "test/e2e/downloads/downloads.test.ts": [
    "the release history > lists every version; an older one downloads with its own bytes",
  ],
  "test/e2e/guide/guide.test.ts": ["the guide is reached from menu and navigation, and read by keys"],
  "test/e2e/leave/close.test.ts": ["a customer closes the account by keyboard; an operator can restore it"],
  "test/e2e/licence/licence.test.ts": [
    "a customer after a recent sign-in shows, copies, hides and mails the key",
  ],
  "test/e2e/menu/menu.test.ts": [
    "a trial customer sees company, plan, first steps and five cards, or rows",
    "each card leads to its screen, as do the first steps and Enter on the upgrade",
  ],
  "test/e2e/menu/navigation.test.ts": [
    "every screen is one click away, the current one is marked, the frame drawn once",
  ],
  "test/e2e/password/login-id-forgot.test.ts": ["a customer who forgot the login ID finds it in the mailbox"],
  "test/e2e/password/password-change.test.ts": ["a changed password ends every session and signs in"],
  "test/e2e/password/password-reset.test.ts": [
    "a customer who forgot the password sets a new one, and every session ends",
  ],
  "test/e2e/quotes/quotes.test.ts": ["a visitor gets a quote as a PDF, past a lost connection and a reload"],
  "test/e2e/security/authenticator.test.ts": [
    "an authenticator app is switched on by its code, and off by password and code",
  ],
  "test/e2e/security/passkeys.test.ts": [
    "a passkey > is offered after the password, added, and signs in by button and in the field",
  ],
  "test/e2e/session/expired-session.test.ts": [
    "an expired id token is renewed with the next call, unnoticed",
    "a session that cannot be renewed leads to /signin, and afterwards back",
  ],
  "test/e2e/session/sign-out.test.ts": [
    "signing out clears the storage, revokes the session and ends at /signin",
  ],
  "test/e2e/sign-in/challenges-password.test.ts": [
    "a question of the pool's own is answered, asked again, and in the end refused",
    "the customer replaces a temporary password, by the rules of a password change",
  ],
  "test/e2e/sign-in/challenges.test.ts": [
    "a code by SMS > is asked for, survives a reload, may be mistyped, and counts once",
    "an app is set up on the way in; later the customer chooses between app and SMS",
  ],
  "test/e2e/sign-in/sign-in.test.ts": [
    "a customer signs in with any case and width, and stays so beside another tab",
    "a wrong password and an unknown login ID get one message; typed values stay",
  ],
  "test/e2e/sign-up/connection.test.ts": [
    "a sign-up goes on at each step after a lost connection, answer or request",
  ],
  "test/e2e/sign-up/draft.test.ts": [
    "a visitor who reloads each step and presses each button again signs up once",
  ],
  "test/e2e/sign-up/keyboard.test.ts": ["Tab, Space, Enter and the arrow keys are enough to sign up"],
  "test/e2e/sign-up/sign-up.test.ts": [
    "a visitor signs up, gets the key by mail, signs in and sees the menu",
  ],
  "test/e2e/site/error-page.test.ts": [
    "an unknown path and /error say to begin again; a link injects no reason",
  ],
  "test/e2e/update/update-leave.test.ts": [
    "unsaved text is kept on every way off the page, until the customer discards it",
  ],
  "test/e2e/update/update-standard.test.ts": [
    "an update of key, secret, key file and billing contact sends only these, once",
  ],
  "test/e2e/update/update.test.ts": [
    "an update sends only the normalised changes, and says when there are none",
  ],
  "test/e2e/upgrade/upgrade-card.test.ts": [
    "by card > the return page says that Stripe is settling; then trial becomes standard",
  ],
  "test/e2e/upgrade/upgrade-invoice.test.ts": [
    "three clicks apply once by invoice, and trial becomes standard",
  ],
};
