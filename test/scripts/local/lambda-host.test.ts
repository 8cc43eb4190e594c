import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLambdaHost, FunctionError } from "#scripts/local/lambda/lambda-host.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

const bundles = temporaryFolder();
const lines: string[] = [];
const options: Parameters<typeof createLambdaHost>[0] = {
  bundles,
  environmentOf: (name) => ({ WHO: name }),
  onLog: (name, line) => void lines.push(`${name} ${line}`),
};
const host = createLambdaHost(options);
afterAll(() => host.kill());

const bundle = (name: string, code: string): void => writeFileSync(join(bundles, `${name}.mjs`), code);

test("a function sees its own environment alone, and keeps its state between calls", async () => {
  bundle(
    "health",
    `let calls = 0;
     export const handler = async (event, context) => {
       console.log("called");
       return { event, who: process.env.WHO, path: process.env.PATH ?? null, calls: ++calls, name: context.functionName,
         tensOfSeconds: Math.ceil(context.getRemainingTimeInMillis() / 10_000) };
     };`,
  );
  const first = { event: { a: 1 }, who: "health", path: null, calls: 1, name: "health", tensOfSeconds: 1 };
  expect(await host.invoke("health", { a: 1 })).toEqual(first);
  expect(await host.invoke("health", { a: 1 })).toEqual({ ...first, calls: 2 });
  await expect.poll(() => lines).toContain("health called");
});

test("a killed sandbox fails what it was doing; the next call starts afresh", async () => {
  bundle(
    "verify",
    `let n = 0; export const handler = async (event) => event.hang ? new Promise(() => {}) : ++n;`,
  );
  expect(await host.invoke("verify", {})).toBe(1);
  const hanging = host.invoke("verify", { hang: true });
  await host.kill("verify");
  await expect(hanging).rejects.toThrow("ended before it answered");
  expect(await host.invoke("verify", {})).toBe(1);
});

test("a function that throws, or cannot be loaded, is a FunctionError", async () => {
  bundle("get-user", "export const handler = async () => { throw new TypeError('no'); };");
  await expect(host.invoke("get-user", {})).rejects.toMatchObject({ errorType: "TypeError", message: "no" });
  bundle("download-file", "syntax error");
  await expect(host.invoke("download-file", {})).rejects.toBeInstanceOf(FunctionError);
  expect(lines).toContainEqual(
    expect.stringMatching(/^get-user .*"level":"error".*TypeError: no\\n +at handler/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^download-file .*"level":"error".*SyntaxError/));
});

test("a function that takes longer than its timeout is ended", async () => {
  bundle("pre-sign-up", "export const handler = () => new Promise(() => { setInterval(() => {}, 1000); });");
  const impatient = createLambdaHost({ ...options, timeLimitFactor: 0.01 });
  await expect(impatient.invoke("pre-sign-up", {})).rejects.toMatchObject({ errorType: "Sandbox.Timedout" });
  expect(lines).toContainEqual(expect.stringMatching(/^pre-sign-up .*"level":"error".*timed out/));
});

test("a function's call limits are scaled with its own limit; its other waits are not", async () => {
  bundle(
    "export-users",
    `import { once } from "node:events";
     import { setTimeout as sleep } from "node:timers/promises";
     export const handler = async () => {
       const ended = [];
       await Promise.all([
         once(AbortSignal.timeout(1000), "abort").then(() => ended.push("signal")),
         new Promise((end) => setTimeout(end, 2000)).then(() => ended.push("timer of the SDK")),
         new Promise((end) => setTimeout(end, 300)).then(() => ended.push("pause of the SDK")),
         sleep(400).then(() => ended.push("own pause")),
       ]);
       return ended;
     };`,
  );
  const patient = createLambdaHost({ ...options, timeLimitFactor: 0.1 });
  const inOrder = ["signal", "timer of the SDK", "pause of the SDK", "own pause"];
  const ended = await patient.invoke("export-users", {});
  await patient.kill();
  expect(ended).toEqual(inOrder);
});
