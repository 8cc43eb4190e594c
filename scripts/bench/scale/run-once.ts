/** Runs a job's bundle once in this process, as Lambda does, and prints its time and memory as JSON. */
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";

const [bundle = "", functionName = ""] = process.argv.slice(2);
const { handler } = await import(pathToFileURL(bundle).href);
// The job's log lines are noise here, its error is not.
process.stdout.write = () => true;
const started = performance.now();
await handler({}, { awsRequestId: randomUUID(), functionName });
const seconds = (performance.now() - started) / 1000;
// Kilobytes.
const megabytes = process.resourceUsage().maxRSS / 1000;
process.send?.({ seconds, megabytes });
