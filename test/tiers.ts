/** The two tiers of the tests: `npm test` runs the first one, and `npm run test:all` both. test/README.md */

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
export const longFiles = ["test/e2e/site/accessibility.test.ts"];

/** They read the files of the project: no import says what reaches them. */
export const filesThatReadTheTree = [
  "test/*.test.ts",
  "test/scripts/operator/documented-commands.test.ts",
  "test/shared/messages.test.ts",
  "test/web/changing-texts.test.ts",
];

/** The journeys of `npm test`, by file: for each screen its main way, each way to pay, each challenge, and what ends a session. */
export const coreJourneys: Readonly<Record<string, readonly string[]>> = {
  "test/e2e/menu/menu.test.ts": [
    "each card leads to its screen, as does the link of the first steps and Enter on the upgrade",
  ],
  "test/e2e/session/sign-out.test.ts": [
    "clears all session storage and the tokens, revokes the session and goes to /signin; Back brings no menu",
  ],
};
