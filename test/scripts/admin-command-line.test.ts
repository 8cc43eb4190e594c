/** How the commands are called, where they work, and who is written down. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stackName } from "../../infra/names.ts";
import { WrongUsage } from "../../scripts/admin/command.ts";
import { namesIn } from "../../scripts/admin/outputs.ts";
import { admin } from "../../scripts/admin.ts";
import { identifiers } from "../../scripts/local/identifiers.ts";
import { complete, synthesized } from "../infra/support/portal.ts";
import { onlyResource } from "../infra/support/resources.ts";
import { type Desk, startOperator } from "./support/operator.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
let desk: Desk;
let folder: string;
let sts: Server;
/** How STS answers. */
let identity: { status: number; body: string };

beforeAll(async () => {
  desk = await startOperator();
  folder = mkdtempSync(join(tmpdir(), "admin-"));
  sts = createServer((_, response) => response.writeHead(identity.status).end(identity.body));
  await new Promise<void>((resolve) => sts.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  sts.close();
  rmSync(folder, { recursive: true });
  await desk.close();
});
beforeEach(() => {
  identity = { status: 200, body: `<Arn>${arn}</Arn>` };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});

const outputsFile = (outputs: unknown): string => {
  const file = join(folder, `${Math.random()}.json`);
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
    for (const [name, value] of Object.entries(desk.portal.settings)) vi.stubEnv(name, value);
    vi.stubEnv("AWS_ACCESS_KEY_ID", desk.portal.operator.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", desk.portal.operator.secretAccessKey);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", `http://127.0.0.1:${(sts.address() as AddressInfo).port}`);
    for (const name of Object.keys(names)) vi.stubEnv(name, undefined);
  }

  test("finds the stacks' names in the environment or in the file of outputs, and who runs it at STS", async () => {
    const owner = await desk.newStandardOwner();
    const order = ["change-plan", owner.loginId, "suspended", "--reason", "ご依頼により"];
    await admin(order, { ...process.env, ...names });
    const outputs = outputsFile({
      "Portal-dev-Entrance": { SiteUrl: "https://portal.example" },
      "Portal-dev-Data": { ...dataOutputs, StripeSecretArn: identifiers.stripeSecretName },
    });
    await admin(["change-plan", owner.loginId, "trial", "--reason", "同上", "--outputs", outputs]);
    expect((await desk.recordOf(owner)).plan).toBe("trial");
    expect(await desk.trailOf(owner)).toEqual(
      Array(2).fill(expect.objectContaining({ operator: arn, action: "plan-changed" })),
    );
  });

  test("seals with the key that is named", async () => {
    const owner = await desk.signedUp();
    signInAtAws();
    const order = ["rotate-licence-key", owner.loginId, "--reason", "x"];
    const { KEY_ID: _, ...others } = names;
    await expect(admin(order, { ...process.env, ...others })).rejects.toThrow("Set KEY_ID");
    await admin(order, { ...process.env, ...names });
    expect((await desk.outboxOf(owner)).map(({ template }) => template)).toEqual(["licence-key"]);
  });

  test("a person whom AWS does not know changes nothing", async () => {
    identity = { status: 403, body: "" };
    const owner = await desk.newStandardOwner();
    const order = ["change-plan", owner.loginId, "suspended", "--reason", "x"];
    const env = { ...process.env, ...names };
    await expect(desk.expectNothingWritten(() => admin(order, env))).rejects.toThrow("sign in again");
  });
});

test("the key's alias is the one that the stack makes", () => {
  const { properties } = onlyResource(synthesized(complete), "AWS::KMS::Alias");
  const file = outputsFile({ [stackName("test", "Data")]: dataOutputs });
  const template = String(properties.AliasName);
  expect(namesIn(file).KEY_ID).toBe(template.replace(/Portal-\w+/, "Portal-test"));
});

test.each([
  [[], "Say which command."],
  [["--help"], "An operator's help for one customer."],
  [["--local"], "Say which command."],
  [["constructor", "taro", "--reason", "x"], "There is no command constructor."],
  [["reset-authenticator", "taro"], "reset-authenticator needs --reason <text>."],
  [["reset-authenticator", "taro", "--reason", " "], "reset-authenticator needs --reason <text>."],
  [["reset-authenticator", "taro", "--reason", "x", "--force"], "reset-authenticator knows no --force."],
  [["reset-authenticator", "taro", "jiro", "--reason", "x"], "It is called so: npm run admin -- reset-auth"],
  [["find", " "], "It is called so: npm run admin -- find <text> [--full]"],
  [["erase", "taro", "--reason", "x"], "erase needs --confirm <loginId>."],
  [["find", "taro", "--fuller"], "--fuller"],
])("%j is answered with what is wrong and how every command is called", async (words, sentence) => {
  const refusal = await admin(words).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(WrongUsage);
  expect(String(refusal)).toContain(sentence);
  for (const call of ["reset-authenticator <loginId> --reason <text>", "find <text>", "erase <loginId>"])
    expect(String(refusal)).toContain(`npm run admin -- ${call}`);
});

test("wrong usage ends with 2, a refusal with 1", async () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/admin.ts", ...words]).catch(({ code, stderr }) => ({
      code,
      stderr,
    }));
  expect(await run("--help")).toMatchObject({ code: 2, stderr: expect.stringContaining("change-plan") });
  expect(await run("find", "taro", "--local", "http://127.0.0.1:9")).toEqual({
    code: 1,
    stderr: "No local cloud answers at http://127.0.0.1:9: start it with npm start.\n",
  });
});

test("says in a sentence what is wrong", async () => {
  const order = ["reset-authenticator", "nobody", "--reason", "x"];
  await expect(desk.run(...order)).rejects.toThrow("There is no account with the login ID nobody.");
  await expect(admin(order, {})).rejects.toThrow("Set USER_POOL_ID and TABLE_NAME");
  await expect(admin([...order, "--outputs", join(folder, "none")])).rejects.toThrow("cannot be read");
  await expect(admin([...order, "--outputs", outputsFile([1])])).rejects.toThrow("not what cdk deploy");
  const two = outputsFile({ "Portal-dev-Data": dataOutputs, "Portal-stg-Data": dataOutputs });
  await expect(admin([...order, "--outputs", two])).rejects.toThrow("more than one environment");
});
