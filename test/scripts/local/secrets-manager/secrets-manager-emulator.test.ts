import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSecretsManagerEmulator } from "../../../../scripts/local/emulators/secrets-manager/emulator.ts";
import { credentials, principalsWith } from "../support/principals.ts";
import { type ServedEmulator, serveEmulator } from "../support/serve-emulator.ts";

const emulator = createSecretsManagerEmulator({
  clock: Date.now,
  findPrincipal: principalsWith(["secretsmanager:GetSecretValue"]),
  secrets: { "portal/stripe": '{"key":"sk_1"}', "portal/empty": undefined },
  region: "ap-northeast-1",
  accountId: "123456789012",
});
let served: ServedEmulator;
let secrets: SecretsManagerClient;

function client(signer = credentials.admin) {
  return new SecretsManagerClient({
    endpoint: served.url,
    region: "ap-northeast-1",
    credentials: signer,
    maxAttempts: 1,
  });
}

beforeAll(async () => {
  served = await serveEmulator(emulator);
  secrets = client();
});
afterAll(() => served.close());
beforeEach(() => emulator.reset());

const get = (changes = {}) =>
  secrets.send(new GetSecretValueCommand({ SecretId: "portal/stripe", ...changes }));
const put = (SecretString: string, changes = {}) =>
  secrets.send(new PutSecretValueCommand({ SecretId: "portal/stripe", SecretString, ...changes }));

describe("Secrets Manager emulator", () => {
  it("gives a secret's value by name, ARN and partial ARN", async () => {
    const { ARN = "", Name, SecretString, VersionStages } = await get();
    expect(ARN).toMatch(/^arn:aws:secretsmanager:ap-northeast-1:123456789012:secret:portal\/stripe-\w{6}$/);
    expect({ Name, SecretString, VersionStages }).toEqual({
      Name: "portal/stripe",
      SecretString: '{"key":"sk_1"}',
      VersionStages: ["AWSCURRENT"],
    });
    for (const SecretId of [ARN, ARN.slice(0, -7)])
      expect((await get({ SecretId })).SecretString).toBe(SecretString);
  });

  it("moves AWSCURRENT and AWSPREVIOUS when a new value is put", async () => {
    const first = await get();
    await put("two");
    const third = await put("three");
    expect(await get()).toMatchObject({ SecretString: "three", VersionId: third.VersionId });
    expect(await get({ VersionStage: "AWSPREVIOUS" })).toMatchObject({ SecretString: "two" });
    expect(await get({ VersionId: first.VersionId })).toMatchObject({ SecretString: '{"key":"sk_1"}' });
    const described = await secrets.send(new DescribeSecretCommand({ SecretId: "portal/stripe" }));
    expect(Object.values(described.VersionIdsToStages ?? {})).toEqual([["AWSPREVIOUS"], ["AWSCURRENT"]]);
  });

  it("puts a value once per request token", async () => {
    const ClientRequestToken = "0".repeat(32);
    await put("two", { ClientRequestToken });
    await put("three");
    await put("two", { ClientRequestToken });
    expect((await get()).SecretString).toBe("three");
    await expect(put("other", { ClientRequestToken })).rejects.toMatchObject({
      name: "ResourceExistsException",
    });
  });

  it("says what it cannot find", async () => {
    await expect(get({ SecretId: "portal/empty" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
    });
    await expect(get({ SecretId: "none" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "Secrets Manager can't find the specified secret.",
    });
    await expect(get({ VersionStage: "AWSPREVIOUS" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });

  it("asks IAM and checks the signature", async () => {
    const limited = client(credentials.limited);
    await limited.send(new GetSecretValueCommand({ SecretId: "portal/stripe" }));
    await expect(
      limited.send(new PutSecretValueCommand({ SecretId: "portal/stripe", SecretString: "x" })),
    ).rejects.toMatchObject({ name: "AccessDeniedException" });
    const forged = client({ ...credentials.admin, secretAccessKey: "guess" });
    await expect(forged.send(new GetSecretValueCommand({ SecretId: "portal/stripe" }))).rejects.toMatchObject(
      { name: "InvalidSignatureException" },
    );
  });

  it("brings its values back from a snapshot", async () => {
    await put("two");
    const snapshot = JSON.parse(JSON.stringify(emulator.snapshot()));
    emulator.reset();
    expect((await get()).SecretString).toBe('{"key":"sk_1"}');
    emulator.restore(snapshot);
    expect((await get()).SecretString).toBe("two");
  });
});
