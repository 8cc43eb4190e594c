/** One deployment of an environment at a time, in the table: who asks second waits, and takes what a killed job left. */
import { beforeEach, expect, test, vi } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { CommandRefused } from "#scripts/operator/command.ts";
import { lock, longestWaitMs } from "#scripts/operator/deployment/lock.ts";
import { leaseMs } from "#scripts/operator/deployment/lock-table.ts";
import { advance, startPortal } from "#test/functions/support/portal.ts";
import { describedStack } from "#test/scripts/support/local-services.ts";
import { type Answers, serveAnswers } from "./support.ts";

const portal = await startPortal();
let answers: Answers;
await serveAnswers(() => answers);
let printed: string[];
let errors: string[];
beforeEach(async () => {
  answers = { "POST /": describedStack({ TableName: identifiers.tableName }) };
  [printed, errors] = [[], []];
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => void errors.push(line));
  await portal.remove("DEPLOYMENT", "LOCK");
});

const runOf = (id: string) => ({
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "example/portal",
  GITHUB_RUN_ID: id,
});

/** Runs the command as a person or a job; `pause` is what happens while it waits. */
async function run(args: readonly string[], job: NodeJS.ProcessEnv = {}, pause = async () => {}) {
  await lock(["-c", "env=dev", ...args], { ...portal.environmentOf("operator"), ...job }, pause);
  return printed.at(-1) ?? "";
}
const acquire = (deployment: string, job?: NodeJS.ProcessEnv, pause?: () => Promise<void>) =>
  run(["--acquire", deployment], job, pause);
const unlock = (token: string) => run(["--unlock", token]);
const state = () => run([]);
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandRefused);
  return (error as Error).message;
};

test("of two at once one deploys, and the other once it has given the lock back", async () => {
  const order: string[] = [];
  const deploy = async (deployment: string): Promise<void> => {
    const tokens: string[] = [];
    vi.mocked(console.log).mockImplementation((line) => void tokens.push(line));
    await acquire(deployment, runOf(deployment), async () => {
      const [holder] = order;
      order.push(`${deployment} waits`);
      if (holder) await unlock(String((await portal.item("DEPLOYMENT", "LOCK"))?.token));
    });
    order.push(deployment);
  };
  await Promise.all([deploy("v1"), deploy("v2")]);
  const [first, waits, second] = order;
  expect([first, second].toSorted()).toEqual(["v1", "v2"]);
  expect(waits).toBe(`${second} waits`);
});

test("a deployment that waits says once who deploys, and takes the lock after them", async () => {
  const token = await acquire("v1", runOf("1"));
  let pauses = 0;
  const next = await acquire("v2", { CI_JOB_URL: "https://gitlab.example/job/2" }, async () => {
    pauses += 1;
    if (pauses === 3) await unlock(token);
  });
  expect(pauses).toBe(3);
  expect(errors).toEqual([
    expect.stringMatching(
      /^v1 is being deployed by https:\/\/github.com\/example\/portal\/actions\/runs\/1 since .+Waiting/,
    ),
  ]);
  expect(next).not.toBe(token);
  expect(await state()).toContain("v2 is being deployed by https://gitlab.example/job/2 since");
});

test("a wait that leaves no time for a deployment ends in a sentence", async () => {
  await acquire("v1");
  const waiting = acquire("v2", {}, async () => advance(longestWaitMs / 2));
  expect(await refusalOf(waiting)).toMatch(/^v1 is being deployed by .+Nothing was changed: run this again/);
  expect(await state()).toMatch(/^v1 /);
});

test("the lock of a killed job is taken once no deployment can take so long", async () => {
  const killed = await acquire("v1");
  advance(leaseMs);
  expect(await state()).toMatch(/^v1 /);
  advance(1);
  expect(await state()).toBe("No deployment holds the lock.");
  const next = await acquire("v2", {}, async () => expect.unreachable());
  // The killed job was slow, and ends after all.
  expect(await refusalOf(unlock(killed))).toMatch(/^Nobody holds the lock with this token\. v2 is being/);
  expect(await state()).toMatch(/^v2 /);
  await unlock(next);
  expect(await refusalOf(unlock(next))).toMatch(/^Nobody .+ No deployment holds the lock\.$/);
});

test("without the environment's stack it is refused", async () => {
  answers = {};
  expect(await refusalOf(acquire("v1"))).toMatch(/^AWS: /);
});
