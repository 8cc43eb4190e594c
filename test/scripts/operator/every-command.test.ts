/** Every command has help and JSON, and a dry run if it changes data. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { disableAccount } from "#functions/platform/user-pool.ts";
import { type ChangingName, type CommandName, commands } from "#scripts/operator/commands.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { startOperator } from "../support/operator.ts";
import { copyTable } from "../support/point-in-time.ts";
import { zip } from "../support/releases.ts";

const desk = await startOperator();
const folder = mkdtempSync(join(tmpdir(), "operator-"));
const file = join(folder, "plugin.zip");
let owner: Payer;
let closed: Payer;
let erased: Payer;
let noticeId: string;

beforeAll(async () => {
  [owner, closed, erased] = [await desk.signedUp(), await desk.signedUp(), await desk.signedUp()];
  await copyTable(desk.portal, "point-in-time");
  await desk.run("erase", erased.loginId, ...reason);
  desk.portal.become("operator");
  await disableAccount(closed);
  for (const version of ["1.0.0", "1.1.0"]) {
    writeFileSync(file, zip(version));
    await desk.release("publish", "plugin", file, version);
  }
  await desk.run("stop", "sms", "--reason", "x");
  noticeId = JSON.parse(await desk.run("notice", "set", "x", "--until", "2h", "--json")).id;
});
afterAll(() => rmSync(folder, { recursive: true }));

const names = Object.keys(commands) as CommandName[];
const reason = ["--reason", "x"];
/** The arguments after the name. The customer has no authenticator app: see its own test. */
const argumentsOf: Record<Exclude<CommandName, "admin reset-authenticator">, () => readonly string[]> = {
  "admin find": () => [owner.loginId],
  "admin audit": () => [owner.loginId],
  "admin phone": () => [owner.phoneNumber],
  "admin export": () => [owner.loginId],
  "admin switches": () => [],
  "admin notice set": () => ["x", "--until", "2h"],
  "admin notice list": () => [],
  "admin notice clear": () => [noticeId],
  "release list": () => [],
  "admin resend-licence-key": () => [owner.loginId],
  "admin rotate-licence-key": () => [owner.loginId, ...reason],
  "admin end-sessions": () => [owner.loginId, ...reason],
  "admin remove-passkeys": () => [owner.loginId, ...reason],
  "admin change-plan": () => [owner.loginId, "suspended", ...reason],
  "admin restore-account": () => [closed.loginId, ...reason],
  "admin restore": () => [erased.sub, "--from", "point-in-time", ...reason],
  "admin stop": () => ["sign-up", ...reason],
  "admin start": () => ["sms", ...reason],
  "release publish": () => ["plugin", file, "1.2.0"],
  "release rollback": () => ["plugin"],
  "release announce": () => ["plugin", "1.1.0"],
  "admin erase": () => [owner.loginId, ...reason],
};

const run = async (name: string, ...words: string[]): Promise<string> => {
  const [group = "", verb = "", ...rest] = [...name.split(" "), ...words];
  return group === "admin" ? desk.run(verb, ...rest) : desk.release(verb, ...rest);
};

test.each(names)("%s --help names its options and ends well", async (name) => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await runOperatorCommand([...name.split(" "), "--help"], {});
  const printed = write.mock.calls.join();
  write.mockRestore();
  expect(printed).toContain(`Usage: npm run ${name.replace(" ", " -- ")}`);
  expect(printed).toContain("--json");
  expect(printed.includes("--dry-run")).toBe("plan" in commands[name]);
});

const changing = names.filter((name): name is ChangingName => "plan" in commands[name]);

test.each(changing.filter((name) => name !== "admin reset-authenticator"))(
  "%s --dry-run says what it would do, and changes nothing",
  async (name) => {
    const work = () => run(name, ...argumentsOf[name](), "--dry-run", "--json");
    const { dryRun, steps } = JSON.parse(await desk.expectNothingWritten(work));
    expect(dryRun).toBe(true);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatch(/^[A-Z]/);
  },
);

test("find --json: the same values as the table", async () => {
  const { customers, notes } = JSON.parse(await desk.run("find", owner.loginId, "--json"));
  expect(customers).toEqual([
    {
      customerId: owner.customerId,
      sub: owner.sub,
      loginId: owner.loginId,
      company: (await desk.recordOf(owner)).corporateName,
      plan: "trial",
      paymentType: "",
      email: "u***@example.com",
    },
  ]);
  expect(notes).toEqual([]);
});

test.each(Object.entries(argumentsOf))("%s --json prints JSON alone", async (name, words) => {
  const data = JSON.parse(await run(name, ...words(), "--json"));
  expect(Object.keys(data).length).toBeGreaterThan(0);
});
