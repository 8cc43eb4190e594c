/**
 * `npm run bench -- --scale`: every job that looks at all customers, to its end: time, memory and calls with 100,000 of them, and
 * what follows for a million. docs/cost.md has the figures.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { readPass } from "#functions/jobs/passes/pass-table.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { functionBuilds } from "#infra/settings/bundling.ts";
import { scheduledFunctions } from "#infra/settings/lambda/scheduled.ts";
import { buildFunctions } from "#scripts/build.ts";
import { type LocalCloud, startLocalCloud } from "#scripts/local/cloud.ts";
import { createRequestLog } from "#scripts/local/request-log.ts";
import { demoStandard } from "#scripts/local/seed/demo-user.ts";
import { budget, type Cell, printTable } from "../table.ts";
import { fill } from "./fill.ts";

const customers = 100_000;
/** Lambda's, of which a job may use half. */
const memoryMegabytes = 512;
const hour = 60 * 60;
const day = 24 * hour;

interface Job {
  name: keyof typeof scheduledFunctions;
  /** The passes that it ends; none for a job whose every run looks at everything. */
  passes: Parameters<typeof readPass>[0][];
  /** A million customers take so many times as long. */
  times: number;
  /** Seconds within which everything is to be looked at, and those of a run that its passes may take. */
  period: number;
  perRun: number;
}

const jobs: readonly Job[] = [
  { name: "export-users", passes: ["accounts"], times: 10, period: day, perRun: 780 },
  {
    name: "reconcile",
    passes: ["expiring-cards", "undelivered-events"],
    times: 10,
    period: day,
    perRun: 60,
  },
  // 5,000 unconfirmed accounts are due; its brake counts 10,000 at most.
  {
    name: "retention",
    passes: [],
    times: 2,
    period: hour,
    perRun: scheduledFunctions.retention.timeoutSeconds,
  },
];

export async function printScale(): Promise<void> {
  const functions = await mkdtemp(join(tmpdir(), "portal-scale-"));
  await buildFunctions(functionBuilds(functions));
  try {
    await printJobs(functions);
  } finally {
    await rm(functions, { recursive: true, force: true });
  }
}

async function printJobs(functions: string): Promise<void> {
  const counts = new Map<string, number>();
  const latest = createRequestLog();
  const requests: typeof latest = {
    ...latest,
    add: (service) => void counts.set(service, (counts.get(service) ?? 0) + 1),
  };
  const cloud = await startLocalCloud({
    port: 0,
    functions,
    withSubscriber: true,
    scheduleSeconds: 0,
    requests,
  });
  try {
    const started = performance.now();
    const template = cloud.services.cognito
      .users()
      .find(({ userName }) => userName === demoStandard.userName);
    const filled = await fill(cloud, customers, template?.sub ?? "");
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`\nFilled with ${JSON.stringify(filled)} in ${seconds} s.`);
    const rows: Cell[][] = [];
    for (const job of jobs) rows.push(await measure(cloud, functions, job, counts));
    printTable(
      `Jobs with ${customers} customers, to their end, and the seconds of their runs within the period in which all has to be done`,
      [
        "job",
        "runs",
        "s",
        "MB",
        "budget",
        "a million, s",
        "budget",
        "dynamodb calls",
        "cognito calls",
        "stripe calls",
      ],
      rows,
    );
  } finally {
    await cloud.close();
  }
}

async function measure(
  cloud: LocalCloud,
  functions: string,
  { name, passes, times, period, perRun }: Job,
  counts: Map<string, number>,
): Promise<Cell[]> {
  counts.clear();
  const runs: z.output<typeof result>[] = [];
  do runs.push(await runOnce(cloud, functions, name));
  while (!(await areComplete(cloud, passes)));
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const megabytes = Math.max(...runs.map((run) => run.megabytes));
  const atMillion = seconds * times;
  const runsInPeriod = period / 60 / scheduledFunctions[name].everyMinutes;
  return [
    name,
    String(runs.length),
    seconds,
    Math.round(megabytes),
    budget(Math.round(megabytes), memoryMegabytes / 2),
    atMillion,
    budget(Math.round(atMillion), runsInPeriod * perRun),
    ...["dynamodb", "cognito", "stripe"].map((service) => String(counts.get(service) ?? 0)),
  ];
}

/** Of the table that the cloud has. */
const areComplete = ({ environment }: LocalCloud, passes: Job["passes"]): Promise<boolean> =>
  ownEnvironment.run(environment, async () => {
    const rows = await Promise.all(passes.map(readPass));
    return rows.every((pass) => pass?.completeSince !== undefined);
  });

const result = z.object({ seconds: z.number(), megabytes: z.number() });

async function runOnce({ environmentOf }: LocalCloud, functions: string, name: Job["name"]) {
  const script = new URL("./run-once.ts", import.meta.url);
  const child = fork(script, [join(functions, `${name}.mjs`), name], {
    env: environmentOf(name),
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${name} ended with ${code}`);
    }),
  ]);
  return result.parse(message);
}
