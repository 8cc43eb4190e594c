/** One Lambda sandbox: a thread that has the function's bundle and environment, and nothing else of ours. */
import { parentPort, workerData } from "node:worker_threads";

// Stack traces name our files where the bundle came with a map.
process.setSourceMapsEnabled(true);

interface Invocation {
  id: number;
  event: unknown;
  functionName: string;
  awsRequestId: string;
  deadline: number;
}
type Handler = (event: unknown, context: unknown) => Promise<unknown>;

export interface SandboxData {
  /** The address of the function's module. */
  bundle: string;
  timeLimitFactor: number;
}
const { bundle, timeLimitFactor } = workerData as SandboxData;
if (timeLimitFactor !== 1) scaleTimeLimits(timeLimitFactor);

const { handler }: { handler: Handler } = await import(bundle);

parentPort?.on("message", async ({ id, event, functionName, awsRequestId, deadline }: Invocation) => {
  const context = {
    functionName,
    awsRequestId,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    parentPort?.postMessage({ id, result: await handler(event, context) });
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    parentPort?.postMessage({ id, failure: { errorType: name, errorMessage: message, stack } });
  }
});

/** Our own limits are signals. The AWS SDK's are global timers of a second and more; its pauses between attempts are shorter. */
function scaleTimeLimits(factor: number): void {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds * factor);
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (target, self, [run, milliseconds = 0, ...rest]) =>
      Reflect.apply(target, self, [run, milliseconds < 1000 ? milliseconds : milliseconds * factor, ...rest]),
  });
}
