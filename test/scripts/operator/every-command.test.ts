/** A command that changes data has a dry run, and asks before sessions or access end, or customers are mailed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { heldDeletionKey } from "#functions/account/erasure/held-deletions-table.ts";
import { disableAccount } from "#functions/platform/user-pool.ts";
import { switchOnAuthenticator } from "#scripts/local/seed/sign-in-methods.ts";
import type { ChangingName } from "#scripts/operator/commands.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { startOperator } from "../support/operator.ts";
import { copyTable } from "../support/point-in-time.ts";
import { zip } from "../support/releases.ts";
import { cognitoOf, signInAs } from "../support/sign-in.ts";

const desk = await startOperator();
const file = join(temporaryFolder(), "plugin.zip");
let owner: Owner;
let closed: Owner;
let erased: Owner;
let withApp: Owner;
let noticeId: string;

beforeAll(async () => {
  [owner, closed, erased] = [await desk.signedUp(), await desk.signedUp(), await desk.signedUp()];
  withApp = await desk.signedUp();
  await switchOnAuthenticator(
    cognitoOf(desk.portal),
    (await signInAs(desk.portal, withApp.loginId)).accessToken,
  );
  await copyTable(desk.portal, "point-in-time");
  await desk.run("erase", erased.loginId, ...reason);
  desk.portal.become("operator");
  await disableAccount(closed);
  for (const version of ["1.0.0", "1.1.0"]) {
    writeFileSync(file, zip(version));
    await desk.release("publish", "plugin", file, version);
  }
  await desk.run("stop", "sms", "--reason", "x");
  await desk.portal.put({
    ...heldDeletionKey("closed"),
    heldAt: "2026-11-29T00:00:00.000Z",
    due: 30,
    limit: 20,
    customers: [],
  });
  await desk.portal.put({ pk: "SESSIONS", sk: owner.sub, failedAt: new Date().toISOString() });
  noticeId = JSON.parse(await desk.run("notice", "set", "x", "--until", "2h", "--json")).id;
});

const reason = ["--reason", "x"];
/** The arguments after the name. */
const argumentsOf: Record<ChangingName, () => readonly string[]> = {
  "admin notice set": () => ["x", "--until", "2h"],
  "admin notice clear": () => [noticeId],
  "admin resend-licence-key": () => [owner.loginId],
  "admin rotate-licence-key": () => [owner.loginId, ...reason],
  "admin end-sessions": () => [owner.loginId, ...reason],
  "admin reset-authenticator": () => [withApp.loginId, ...reason],
  "admin remove-passkeys": () => [owner.loginId, ...reason],
  "admin change-plan": () => [owner.loginId, "suspended", ...reason],
  "admin restore-account": () => [closed.loginId, ...reason],
  "admin restore": () => [erased.sub, "--from", "point-in-time", ...reason],
  "admin retry-task": () => ["SESSIONS", owner.sub, ...reason],
  "admin delete-task": () => ["SESSIONS", owner.sub, ...reason],
  "admin stop": () => ["sign-up", ...reason],
  "admin start": () => ["sms", ...reason],
  "release publish": () => ["plugin", file, "1.2.0"],
  "release rollback": () => ["plugin"],
  "release announce": () => ["plugin", "1.1.0"],
  "admin erase": () => [owner.loginId, ...reason],
  "admin allow-deletions": () => ["closed", "--confirm", "30", ...reason],
};

test.each(Object.entries(argumentsOf))(
  "%s --dry-run says each step, and changes nothing",
  async (name, args) => {
    const [group, ...words] = [...name.split(" "), ...args(), "--dry-run", "--json"];
    const work = () => (group === "admin" ? desk.run(...words) : desk.release(...words));
    const { dryRun, steps } = JSON.parse(await desk.expectNothingWritten(work));
    expect(dryRun).toBe(true);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatch(/^[A-Z]/);
  },
);

test.each([
  "admin resend-licence-key",
  "admin rotate-licence-key",
  "admin end-sessions",
  "admin reset-authenticator",
  "admin remove-passkeys",
  "admin change-plan",
  "admin delete-task",
  "admin stop",
  "admin erase",
  "admin allow-deletions",
  "release announce",
] as const)("%s asks at a terminal, without which it is refused and changes nothing", async (name) => {
  const words = [...name.split(" "), ...argumentsOf[name]()];
  await desk.expectNothingWritten(() => desk.expectAsked(...words));
});
