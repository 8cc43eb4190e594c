/** How the commands are called, where they work, and who is written down. */
import { execFile } from "node:child_process";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { settingsOf } from "#infra/config.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { UsageError } from "#scripts/operator/command.ts";
import { confirm } from "#scripts/operator/confirm.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { awsTarget } from "#scripts/operator/targets.ts";
import {
  callerIdentity,
  describedStack,
  expiredToken,
  missingStack,
  serve,
} from "../support/local-services.ts";
import { startOperator } from "../support/operator.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
const desk = await startOperator();
const sts = await serve((_, response) => response.writeHead(identity.status).end(identity.body));
/** How STS answers. */
let identity: { status: number; body: string };
const cloudFormation = await serve(async (request, response) => {
  const name = new URLSearchParams(await text(request)).get("StackName") ?? "";
  const outputs = stacks[name];
  response.writeHead(outputs ? 200 : 400).end(outputs ? describedStack(outputs) : missingStack(name));
});
/** Outputs by stack. */
let stacks: Record<string, Record<string, string>>;

beforeEach(() => {
  identity = { status: 200, body: callerIdentity(arn) };
  stacks = {
    "Portal-dev": {
      UserPoolId: identifiers.userPoolId,
      CanaryClientId: identifiers.canaryClientId,
      SiteUrl: "https://portal.example",
    },
    "Portal-dev-Data": {
      TableName: identifiers.tableName,
      DownloadBucket: identifiers.bucket,
      StripeSecretArn: identifiers.stripeSecretName,
    },
  };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("at AWS", () => {
  function signInAtAws(): void {
    for (const [name, value] of Object.entries(desk.portal.environmentOf("operator")))
      vi.stubEnv(name, value);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", sts);
    vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation);
    for (const name of ["USER_POOL_ID", "TABLE_NAME", "KEY_ID", "STRIPE_SECRET_ID"])
      vi.stubEnv(name, undefined);
  }
  const suspend = (loginId: string) =>
    ["admin", "change-plan", loginId, "suspended", "--reason", "x", "--yes", "-c", "env=dev"] as const;

  // Comes first: what was read of a secret is kept for as long as the process lives.
  test("a command that misses a secret is refused in one sentence", async () => {
    const owner = await desk.signedUp();
    await desk.changeProfile(owner, { plan: "standard", subscriptionId: "sub_1", stripeCustomerId: "cus_1" });
    signInAtAws();
    Object.assign(stacks["Portal-dev-Data"] ?? {}, { StripeSecretArn: "portal-local/none" });
    const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockClear().mockReturnValue(true),
    );
    const work = () => runOperatorCommand([...suspend(owner.loginId), "--json"]);
    await expect(desk.expectNothingWritten(work)).rejects.toThrow(
      "A setting or a secret is missing: the line above names it",
    );
    expect(stdout?.mock.calls).toEqual([]);
    expect(stderr?.mock.calls.flat().join("")).toContain("STRIPE_SECRET_ID");
  });

  test("a command finds the resources in the stacks, and its user at STS", async () => {
    const owner = await desk.createStandardCustomer();
    signInAtAws();
    await runOperatorCommand(suspend(owner.loginId));
    expect((await desk.profileOf(owner)).plan).toBe("suspended");
    expect(await desk.trailOf(owner)).toEqual([
      expect.objectContaining({ operator: arn, action: "plan-changed" }),
    ]);
  });

  test("it prints the environment first, and the command that runs a job there", async () => {
    signInAtAws();
    const target = await awsTarget(settingsOf("dev"));
    expect(target.description).toBe(`dev, AWS ap-northeast-1, table ${identifiers.tableName}`);
    expect(target.runNow("reconcile")).toContain("--function-name Portal-dev-jobs-reconcile:live ");
    expect(target.environment).toMatchObject({ KEY_ID: "alias/Portal-dev/customer-secrets" });
  });

  test.each([
    ["an environment that is not deployed", {}, "Portal-dev-Data is not deployed."],
    [
      "a stack from before an output",
      { "Portal-dev": {}, "Portal-dev-Data": { TableName: "t" } },
      "Portal-dev has no output UserPoolId: deploy it first.",
    ],
  ])("%s is refused", async (_, deployed, sentence) => {
    signInAtAws();
    stacks = deployed;
    await expect(runOperatorCommand(suspend("taro01"))).rejects.toThrow(sentence);
  });

  test("a person whom AWS does not know changes nothing", async () => {
    identity = { status: 403, body: expiredToken };
    const owner = await desk.createStandardCustomer();
    signInAtAws();
    const work = () => runOperatorCommand(suspend(owner.loginId));
    await expect(desk.expectNothingWritten(work)).rejects.toThrow("sign in again");
  });
});

test.each([
  [["admin"], "A command is missing: npm run admin -- --help lists them."],
  [["admin", "fnid", "taro"], "unknown command 'fnid' (Did you mean find?)"],
  [["admin", "constructor", "taro", "--reason", "x"], "unknown command 'constructor'"],
  [["admin", "erase", "taro"], "required option '--reason <text>' not specified"],
  [["admin", "erase", "taro", "--reason", " "], "'--reason <text>' argument ' ' is invalid. It is empty."],
  [["admin", "erase", "taro", "--reason", "x"], "Name the environment: -c env=prod, or --local"],
  [["admin", "erase", "taro", "--reason", "x", "-c", "prod"], "Write -c env=prod."],
  [["admin", "find", "taro", "-c", "customers=5"], "Write -c env=prod."],
  [["admin", "find", "taro", "--local", "-c", "env=prod"], "cannot be used with option"],
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
