import { randomUUID } from "node:crypto";
import { url as inspectorUrl } from "node:inspector";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import type { SandboxData } from "./lambda-worker.ts";

/** The function threw, could not be loaded, was killed, or took longer than its timeout. */
export class FunctionError extends Error {
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

interface LambdaHostOptions {
  /** The folder of `<function>.mjs`. */
  bundles: Promise<string> | string;
  environmentOf(name: FunctionName): Record<string, string>;
  onLog(name: FunctionName, line: string): void;
  /** The deployed timeouts of functions, and the limits of their calls, times this; 1 when left out. */
  timeLimitFactor?: number;
}

/** The API gateway's, where the event came through it. */
function requestIdOf(event: unknown): string | undefined {
  const { requestContext } = Object(event) as { requestContext?: { requestId?: string } };
  return requestContext?.requestId;
}

interface Reply {
  id: number;
  result?: unknown;
  failure?: { errorType: string; errorMessage: string; stack?: string };
}

/** Runs the functions' bundles, each in a sandbox of its own that starts on first use. */
export function createLambdaHost({ bundles, environmentOf, onLog, timeLimitFactor = 1 }: LambdaHostOptions) {
  const sandboxes = new Map<FunctionName, Sandbox>();

  function sandboxOf(name: FunctionName, directory: string): Sandbox {
    const running = sandboxes.get(name);
    if (running) return running;
    const bundle = `${pathToFileURL(join(directory, `${name}.mjs`)).href}?${Date.now()}`;
    const started = startSandbox({ bundle, timeLimitFactor }, environmentOf(name), (line) =>
      onLog(name, line),
    );
    sandboxes.set(name, started);
    started.gone.then(() => sandboxes.get(name) === started && sandboxes.delete(name));
    return started;
  }

  return {
    async invoke(name: FunctionName, event: unknown): Promise<unknown> {
      const awsRequestId = randomUUID();
      const sandbox = sandboxOf(name, await bundles);
      const timeoutMs = allFunctions[name].timeoutSeconds * 1000 * timeLimitFactor;
      const { result, failure } = await sandbox.invoke(name, event, awsRequestId, timeoutMs);
      if (!failure) return result;
      // As Lambda writes into the function's log what the function itself could not.
      const at = new Date().toISOString();
      const requestId = requestIdOf(event) ?? awsRequestId;
      const line = { level: "error", event: "invocation failed", at, requestId, function: name, ...failure };
      onLog(name, JSON.stringify(line));
      throw new FunctionError(failure.errorType, failure.errorMessage);
    },
    /** Ends the sandbox at once, also in the middle of its work; the next call starts a fresh one. */
    async kill(name?: FunctionName): Promise<void> {
      const ending = name === undefined ? [...sandboxes.values()] : [sandboxes.get(name)];
      await Promise.all(ending.map((sandbox) => sandbox?.end()));
    },
  };
}
export type LambdaHost = ReturnType<typeof createLambdaHost>;

interface Sandbox {
  invoke(name: string, event: unknown, awsRequestId: string, timeoutMs: number): Promise<Reply>;
  end(): Promise<unknown>;
  gone: Promise<void>;
}

function startSandbox(
  workerData: SandboxData,
  env: Record<string, string>,
  onLine: (line: string) => void,
): Sandbox {
  const worker = new Worker(new URL("./lambda-worker.ts", import.meta.url), {
    workerData,
    env,
    stdout: true,
    stderr: true,
  });
  worker.unref();
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => text.split("\n").filter(Boolean).forEach(onLine));
  }
  const waiting = new Map<number, (reply: Reply) => void>();
  worker.on("message", (reply: Reply) => waiting.get(reply.id)?.(reply));
  const failAll = (errorType: string, errorMessage: string) => {
    for (const [id, settle] of waiting) settle({ id, failure: { errorType, errorMessage } });
  };
  worker.on("error", ({ stack }: Error) => failAll("Runtime.ImportModuleError", String(stack)));
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  gone.then(() => failAll("Runtime.ExitError", "The sandbox ended before it answered."));

  let invocations = 0;
  return {
    gone,
    end: () => worker.terminate(),
    async invoke(functionName, event, awsRequestId, timeoutMs) {
      invocations += 1;
      const id = invocations;
      const endIt = () => {
        const errorMessage = `Task timed out after ${timeoutMs / 1000} seconds`;
        waiting.get(id)?.({ id, failure: { errorType: "Sandbox.Timedout", errorMessage } });
        void worker.terminate();
      };
      // A function at a breakpoint must not time out.
      const timer = inspectorUrl() === undefined ? setTimeout(endIt, timeoutMs) : undefined;
      const reply = await new Promise<Reply>((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, event, functionName, awsRequestId, deadline: Date.now() + timeoutMs });
      });
      clearTimeout(timer);
      waiting.delete(id);
      return reply;
    },
  };
}
