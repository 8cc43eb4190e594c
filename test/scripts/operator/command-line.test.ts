/** How the commands are called, where they work, and who is written down. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { UsageError } from "#scripts/operator/command.ts";
import { confirm } from "#scripts/operator/confirm.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { namesIn } from "#scripts/operator/outputs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { callerIdentity, expiredToken, serve } from "../support/local-services.ts";
import { startOperator } from "../support/operator.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
const desk = await startOperator();
const folder = temporaryFolder();
const sts = await serve((_, response) => response.writeHead(identity.status).end(identity.body));
/** How STS answers. */
let identity: { status: number; body: string };

beforeEach(() => {
  identity = { status: 200, body: callerIdentity(arn) };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const outputsFile = (outputs: unknown): string => {
  const file = join(mkdtempSync(join(folder, "outputs-")), "outputs.json");
  writeFileSync(file, JSON.stringify(outputs));
  return file;
};
const dataOutputs = { UserPoolId: identifiers.userPoolId, TableName: identifiers.tableName };

describe("at AWS", () => {
  const names = {
    USER_POOL_ID: identifiers.userPoolId,
    TABLE_NAME: identifiers.tableName,
    KEY_ID: identifiers.keyAlias,
    STRIPE_SECRET_ID: identifiers.stripeSecretName,
  };
  function signInAtAws(): void {
    for (const [name, value] of Object.entries(desk.portal.environmentOf("operator")))
      vi.stubEnv(name, value);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", sts);
    for (const name of Object.keys(names)) vi.stubEnv(name, undefined);
  }
  const forReason = ["--reason", "x", "--yes"];

  // Comes first: what was read of a secret is kept for as long as the process lives.
  test.each([
    ["STRIPE_SECRET_ID", "Stripe", (loginId: string) => ["change-plan", loginId, "trial", ...forReason]],
    ["KEY_ID", "KMS", (loginId: string) => ["rotate-licence-key", loginId, ...forReason]],
  ] as const)("without %s a command that asks %s is refused in one sentence", async (name, _, wordsFor) => {
    const owner = await desk.signedUp();
    await desk.changeRecord(owner, { plan: "standard", subscriptionId: "sub_1", stripeCustomerId: "cus_1" });
    signInAtAws();
    const env = { ...process.env, ...names, [name]: undefined };
    const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockClear().mockReturnValue(true),
    );
    const work = () => runOperatorCommand(["admin", ...wordsFor(owner.loginId), "--json"], env);
    await expect(desk.expectNothingWritten(work)).rejects.toThrow(
      "A setting or a secret is missing: the line above names it.",
    );
    expect(stdout?.mock.calls).toEqual([]);
    expect(stderr?.mock.calls.flat().join("")).toContain(name);
  });

  test("a command finds the stacks' names in environment or outputs, and its user at STS", async () => {
    const owner = await desk.createStandardCustomer();
    signInAtAws();
    const change = (plan: string) => ["admin", "change-plan", owner.loginId, plan, ...forReason];
    await runOperatorCommand(change("suspended"), { ...process.env, ...names });
    const outputs = outputsFile({
      "Portal-dev": { SiteUrl: "https://portal.example" },
      "Portal-dev-Data": { ...dataOutputs, StripeSecretArn: identifiers.stripeSecretName },
    });
    await runOperatorCommand([...change("trial"), "--outputs", outputs]);
    expect((await desk.recordOf(owner)).plan).toBe("trial");
    expect(await desk.trailOf(owner)).toEqual(
      Array(2).fill(expect.objectContaining({ operator: arn, action: "plan-changed" })),
    );
  });

  test("a person whom AWS does not know changes nothing", async () => {
    identity = { status: 403, body: expiredToken };
    const owner = await desk.createStandardCustomer();
    signInAtAws();
    const words = ["admin", "change-plan", owner.loginId, "suspended", ...forReason];
    const work = () => runOperatorCommand(words, { ...process.env, ...names });
    await expect(desk.expectNothingWritten(work)).rejects.toThrow("sign in again");
  });
});

test.each([
  [["admin"], "A command is missing: npm run admin -- --help lists them."],
  [["admin", "fnid", "taro"], "unknown command 'fnid' (Did you mean find?)"],
  [["admin", "constructor", "taro", "--reason", "x"], "unknown command 'constructor'"],
  [["admin", "erase", "taro"], "required option '--reason <text>' not specified"],
  [["admin", "erase", "taro", "--reason", " "], "'--reason <text>' argument ' ' is invalid. It is empty."],
  [["admin", "erase", "taro", "--reason", "x", "--full"], "unknown option '--full'"],
  [["admin", "erase", "taro", "jiro", "--reason", "x"], "Expected 1 argument but got 2: taro, jiro."],
  [["admin", "find"], "missing required argument 'text'"],
  [
    ["admin", "change-plan", "taro", "gold", "--reason", "x"],
    "Allowed choices are trial, standard, suspended.",
  ],
  [["release", "publish", "readme", "x.zip", "1.0.0"], "Allowed choices are plugin, template, manual."],
])("%j is refused with one line", async (words, sentence) => {
  const refusal = await runOperatorCommand(words).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal)).toContain(sentence);
  expect(String(refusal)).not.toContain("\n");
});

const execute = (words: readonly string[], env = {}) =>
  promisify(execFile)(process.execPath, ["scripts/operator/main.ts", ...words], {
    env: { ...process.env, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test("a process ends with 0 despite the shell's profile, 2 for misuse, 1 if refused", async () => {
  const { loginId } = await desk.createCustomer();
  const shell = { PORT: new URL(desk.origin).port, AWS_PROFILE: "nobody", AWS_SESSION_TOKEN: "token" };
  const [found, typo, refusal] = await Promise.all([
    execute(["admin", "find", "--local", loginId], shell),
    execute(["admin", "fnid", "taro"]),
    execute(["admin", "find", "--local", "taro"], { PORT: "9" }),
  ]);
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining(loginId) });
  expect(typo).toMatchObject({ code: 2, stderr: "unknown command 'fnid' (Did you mean find?)\n" });
  expect(refusal).toMatchObject({
    code: 1,
    stderr:
      "No local portal answers at http://localhost:9: start it with npm start, and name its port: PORT=3001.\n",
  });
});

test("a file of outputs is refused that is none, has two environments or no name", async () => {
  const erase = ["admin", "erase", "nobody", "--reason", "x"];
  await expect(desk.run(...erase.slice(1))).rejects.toThrow("There is no account with the login ID nobody.");
  await expect(runOperatorCommand(erase, {})).rejects.toThrow("Set TABLE_NAME");
  const refusalOf = (file: string) => expect(runOperatorCommand([...erase, "--outputs", file])).rejects;
  await refusalOf(join(folder, "none")).toThrow("cannot be read");
  await refusalOf(outputsFile([1])).toThrow("not what cdk deploy");
  const two = { "Portal-dev-Data": dataOutputs, "Portal-stg-Data": { ...dataOutputs, TableName: "other" } };
  await refusalOf(outputsFile(two)).toThrow("more than one environment");
  const one = { "Portal-dev-Data": { ...dataOutputs, DownloadBucket: "downloads" } };
  expect(namesIn(outputsFile(one))).toEqual({
    USER_POOL_ID: identifiers.userPoolId,
    TABLE_NAME: identifiers.tableName,
    DOWNLOAD_BUCKET: "downloads",
    KEY_ID: "alias/Portal-dev/customer-secrets",
  });
});

/** A terminal with that answer to the question before sessions or access end, or customers are mailed. */
function terminal(answer: string, isTTY = true) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  return {
    ask: () =>
      confirm(["End every session of taro01."], "taro01", {
        input: Object.assign(input, { isTTY }),
        output: Object.assign(output, { isTTY }),
      }),
    shown: () => String(output.read() ?? ""),
  };
}

test("the question shows what ends, and the command goes on with the word", async () => {
  const { ask, shown } = terminal("taro01\n");
  await ask();
  expect(shown()).toContain("End every session of taro01.\nType taro01 to go on: ");
});

test.each(["", "y\n", "taro02\n"])("the answer %j changes nothing", async (answer) => {
  await expect(terminal(answer).ask()).rejects.toThrow("Nothing was changed.");
});

test("without a terminal the command is refused, with any input", async () => {
  const { ask, shown } = terminal("taro01\n", false);
  await expect(ask()).rejects.toThrow("run it in a terminal, or with --yes");
  expect(shown()).toBe("");
});
