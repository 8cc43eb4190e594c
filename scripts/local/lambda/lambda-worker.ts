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

const { handler }: { handler: Handler } = await import(workerData.bundle);

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
