/**
 * `npm run lock -- -c env=prod [--acquire v1.2.0 | --unlock <token>]`: the lock allows an environment one deployment at
 * a time. `.ci/deploy` acquires it after the approval (docs/runbooks/pipeline.md#several-deployments-at-once).
 */
import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { minuteMs } from "#shared/durations.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { refuseCall } from "./check.ts";
import { readStack } from "./deployed.ts";
import { acquireLock, type Lock, readLock, unlock } from "./lock-table.ts";

/** Leaves a deployment 35 of the 60 minutes of its job. */
export const longestWaitMs = 25 * minuteMs;
const pauseMs = 15_000;
type Pause = (milliseconds: number) => Promise<unknown>;

interface LockOptions {
  acquire: string;
  unlock: string;
}

/** Prints the token of the acquired lock, or the holder. Throws `CommandRefused`. */
export async function lock(args: readonly string[], env = process.env, pause: Pause = sleep): Promise<void> {
  const program = newProgram("lock", "Lets an environment have one deployment at a time.")
    .option(
      "--acquire <deployment>",
      "wait until no other deployment holds the lock, take it, print its token",
    )
    .option("--unlock <token>", "give the lock back, also for a job that was killed");
  const { environment, acquire: name, unlock: token } = readEnvironment<LockOptions>(program, args);
  if (name !== undefined && token !== undefined) program.error("Use one of --acquire and --unlock.");
  const work = async (): Promise<void> => {
    if (name !== undefined) console.log(await waitForLock(name, env, pause));
    else if (token !== undefined) await giveBack(token);
    else console.log(describe(await readLock()));
  };
  await inTable(environment, env, work).catch(refuseCall);
}

async function inTable(
  environment: Environment,
  env: NodeJS.ProcessEnv,
  work: () => Promise<void>,
): Promise<void> {
  const stack = await readStack(environment, stackNames(environment.name).data);
  const table = { AWS_REGION: environment.region, TABLE_NAME: stack.output("TableName") };
  await ownEnvironment.run({ ...env, ...table }, work);
}

async function waitForLock(name: string, env: NodeJS.ProcessEnv, pause: Pause): Promise<string> {
  const wanted = { deployment: name, by: holderIn(env), token: randomUUID() };
  const end = Date.now() + longestWaitMs;
  let announced: string | undefined;
  while (!(await acquireLock(wanted))) {
    const holder = await readLock();
    // Unlocked in between.
    if (!holder) continue;
    if (Date.now() >= end)
      throw new CommandRefused(
        `${describe(holder)} Nothing was changed: run this again once that has ended.`,
      );
    if (holder.token !== announced) console.error(`${describe(holder)} Waiting for its end.`);
    announced = holder.token;
    await pause(pauseMs);
  }
  return wanted.token;
}

async function giveBack(token: string): Promise<void> {
  if (await unlock(token)) return;
  throw new CommandRefused(`Nobody holds the lock with this token. ${describe(await readLock())}`);
}

const describe = (lock: Lock | undefined): string =>
  lock
    ? `${lock.deployment} is being deployed by ${lock.by} since ${lock.startedAt} (token ${lock.token}).`
    : "No deployment holds the lock.";

/** The address of the run on GitHub or GitLab, or the person at this machine. */
function holderIn({
  GITHUB_SERVER_URL,
  GITHUB_REPOSITORY,
  GITHUB_RUN_ID,
  CI_JOB_URL,
}: NodeJS.ProcessEnv): string {
  if (GITHUB_RUN_ID) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return CI_JOB_URL ?? `${userInfo().username}@${hostname()}`;
}

if (import.meta.main) await runCommand(lock);
