/** How the commands are called, where they work, and who is written down. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stackNames } from "#infra/settings/names.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { UsageError } from "#scripts/operator/command.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { namesIn } from "#scripts/operator/outputs.ts";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";
import { callerIdentity, expiredToken } from "../support/local-services.ts";
import { startOperator } from "../support/operator.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
const desk = await startOperator();
const folder = mkdtempSync(join(tmpdir(), "admin-"));
const sts = createServer((_, response) => response.writeHead(identity.status).end(identity.body));
/** How STS answers. */
let identity: { status: number; body: string };

beforeAll(async () => {
  await new Promise<void>((resolve) => sts.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  sts.close();
  rmSync(folder, { recursive: true });
});
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
  beforeEach(signInAtAws);
  function signInAtAws(): void {
    for (const [name, value] of Object.entries(desk.portal.environmentOf("operator")))
      vi.stubEnv(name, value);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", `http://127.0.0.1:${(sts.address() as AddressInfo).port}`);
    for (const name of Object.keys(names)) vi.stubEnv(name, undefined);
  }

  // Comes first: what was read of the secret is kept for as long as the process lives.
  test("without Stripe's secret what asks Stripe is refused in one sentence", async () => {
    const owner = await desk.newStandardOwner();
    signInAtAws();
    const { STRIPE_SECRET_ID: _, ...others } = names;
    const words = ["admin", "change-plan", owner.loginId, "trial", "--reason", "x", "--yes", "--json"];
    const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockReturnValue(true),
    );
    const refused = runOperatorCommand(words, { ...process.env, ...others });
    await expect(refused).rejects.toThrow("A setting or a secret is missing: the line above names it.");
    expect(stdout?.mock.calls).toEqual([]);
    expect(stderr?.mock.calls.flat().join("")).toContain("STRIPE_SECRET_ID");
  });

  test("finds the stacks' names in the environment or in the file of outputs, and who runs it at STS", async () => {
    const owner = await desk.newStandardOwner();
    signInAtAws();
    const context = ["change-plan", owner.loginId, "suspended", "--reason", "ご依頼により", "--yes"];
    await runOperatorCommand(["admin", ...context], { ...process.env, ...names });
    const outputs = outputsFile({
      "Portal-dev": { SiteUrl: "https://portal.example" },
      "Portal-dev-Data": { ...dataOutputs, StripeSecretArn: identifiers.stripeSecretName },
    });
    await runOperatorCommand([
      "admin",
      "change-plan",
      owner.loginId,
      "trial",
      "--reason",
      "同上",
      "--yes",
      "--outputs",
      outputs,
    ]);
    expect((await desk.recordOf(owner)).plan).toBe("trial");
    expect(await desk.trailOf(owner)).toEqual(
      Array(2).fill(expect.objectContaining({ operator: arn, action: "plan-changed" })),
    );
  });

  test("seals with the key that is named", async () => {
    const owner = await desk.signedUp();
    signInAtAws();
    const context = ["rotate-licence-key", owner.loginId, "--reason", "x", "--yes"];
    const { KEY_ID: _, ...others } = names;
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(runOperatorCommand(["admin", ...context], { ...process.env, ...others })).rejects.toThrow(
      "A setting or a secret is missing: the line above names it.",
    );
    expect(written.mock.calls.join()).toContain('"setting":"KEY_ID"');
    written.mockRestore();
    await runOperatorCommand(["admin", ...context], { ...process.env, ...names });
    expect((await desk.outboxOf(owner)).map(({ template }) => template)).toEqual(["licence-key-reissued"]);
  });

  test("a person whom AWS does not know changes nothing", async () => {
    identity = { status: 403, body: expiredToken };
    const owner = await desk.newStandardOwner();
    signInAtAws();
    const context = ["change-plan", owner.loginId, "suspended", "--reason", "x"];
    const env = { ...process.env, ...names };
    await expect(
      desk.expectNothingWritten(() => runOperatorCommand(["admin", ...context], env)),
    ).rejects.toThrow("sign in again");
  });
});

test("a profile and a session of the shell do not disturb --local", async () => {
  const { loginId } = await desk.newOwner();
  const shell = { PORT: new URL(desk.origin).port, AWS_PROFILE: "nobody", AWS_SESSION_TOKEN: "token" };
  expect(await execute(["admin", "find", "--local", loginId], shell)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(loginId),
  });
});

test("while DynamoDB stays busy nothing is written, and a sentence says to run it again", async () => {
  const { loginId } = await desk.newStandardOwner();
  const send = DynamoDBDocumentClient.prototype.send;
  const busy = vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...[command, ...rest]: Parameters<typeof send>
  ) {
    if (!(command instanceof TransactWriteCommand)) return send.call(this, command, ...rest);
    const CancellationReasons = [{ Code: "TransactionConflict" }];
    throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons });
  });
  const change = () => desk.run("change-plan", loginId, "suspended", "--reason", "x");
  try {
    await desk.expectNothingWritten(() => expect(change()).rejects.toThrow("DynamoDB was too busy"));
  } finally {
    busy.mockRestore();
  }
});

test("the key's alias is the one that the stack makes", () => {
  const { properties } = onlyResource(synthesized(complete), "AWS::KMS::Alias");
  const file = outputsFile({ [stackNames("test").data]: dataOutputs });
  const template = String(properties.AliasName);
  expect(namesIn(file).KEY_ID).toBe(template.replace(/Portal-\w+/, "Portal-test"));
});

test.each([
  [[], "A command is missing: npm run admin -- --help lists them."],
  [["--local"], "unknown option '--local'"],
  [["fnid", "taro"], "unknown command 'fnid' (Did you mean find?)"],
  [["constructor", "taro", "--reason", "x"], "unknown command 'constructor'"],
  [["reset-authenticator", "taro"], "required option '--reason <text>' not specified"],
  [
    ["reset-authenticator", "taro", "--reason", " "],
    "'--reason <text>' argument ' ' is invalid. It is empty.",
  ],
  [["reset-authenticator", "taro", "--reason", "x", "--force"], "unknown option '--force'"],
  [["reset-authenticator", "taro", "jiro", "--reason", "x"], "Expected 1 argument but got 2: taro, jiro."],
  [["find"], "missing required argument 'text'"],
  [["find", " "], "It is empty."],
  [["find", "taro", "--fuller"], "unknown option '--fuller' (Did you mean --full?)"],
  [["find", "taro", "--dry-run"], "unknown option '--dry-run'"],
  [["change-plan", "taro", "gold", "--reason", "x"], "Allowed choices are trial, standard, suspended."],
])("%j is answered with one line", async (words, sentence) => {
  const refusal = await runOperatorCommand(["admin", ...words]).catch((error: unknown) => error);
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

test("--help ends with 0, wrong usage with 2, a refusal with 1: each in one line", async () => {
  const [help, typo, refusal, unreachable] = await Promise.all([
    execute(["admin", "change-plan", "--help"]),
    execute(["admin", "fnid", "taro"]),
    execute(["admin", "find", "--local", "taro"], { PORT: "9" }),
    execute(["admin", "switches"], {
      TABLE_NAME: "t",
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      AWS_MAX_ATTEMPTS: "1",
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(sts.address() as AddressInfo).port}`,
      AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9",
    }),
  ]);
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      "Usage: npm run admin -- change-plan [options] <loginId> <trial|standard|suspended>",
    ),
  });
  expect(typo).toMatchObject({ code: 2, stderr: "unknown command 'fnid' (Did you mean find?)\n" });
  expect(unreachable).toMatchObject({
    code: 1,
    stderr: `AWS ap-northeast-1, table t, as ${arn}\nAWS cannot be reached (connect ECONNREFUSED 127.0.0.1:9): run it again.\n`,
  });
  expect(refusal).toMatchObject({
    code: 1,
    stderr:
      "No local portal answers at http://localhost:9: start it with npm start, and name its port: PORT=3001.\n",
  });
});

test("a command says in a sentence what is wrong", async () => {
  const context = ["reset-authenticator", "nobody", "--reason", "x"];
  await expect(desk.run(...context)).rejects.toThrow("There is no account with the login ID nobody.");
  await expect(runOperatorCommand(["admin", ...context], {})).rejects.toThrow("Set TABLE_NAME");
  await expect(runOperatorCommand(["admin", ...context, "--outputs", join(folder, "none")])).rejects.toThrow(
    "cannot be read",
  );
  await expect(runOperatorCommand(["admin", ...context, "--outputs", outputsFile([1])])).rejects.toThrow(
    "not what cdk deploy",
  );
  const two = outputsFile({ "Portal-dev-Data": dataOutputs, "Portal-stg-Data": dataOutputs });
  await expect(runOperatorCommand(["admin", ...context, "--outputs", two])).rejects.toThrow(
    "more than one environment",
  );
});
