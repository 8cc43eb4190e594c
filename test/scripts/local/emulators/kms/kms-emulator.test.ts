/** Source: KMS API reference. */
import { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKmsEmulator } from "#scripts/local/emulators/kms/emulator.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { credentials } from "#test/scripts/local/support/principals.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const KeyId = "1234abcd-12ab-34cd-56ef-1234567890ab";
const asked: unknown[] = [];
const options: Parameters<typeof createKmsEmulator>[0] = {
  clock: Date.now,
  findPrincipal: () => ({
    name: "limited",
    ...credentials.admin,
    allows: (action, context) => asked.push([action, context]) > 0 && action !== "kms:Decrypt",
  }),
  keyId: KeyId,
  alias: "alias/portal",
  region: "ap-northeast-1",
  accountId: "123456789012",
};
const admin: typeof options.findPrincipal = () => ({
  name: "admin",
  ...credentials.admin,
  allows: () => true,
});
const emulator = createKmsEmulator({ ...options, findPrincipal: admin });
let served: RunningServer;
let kms: KMSClient;

const client = ({ url }: RunningServer) =>
  new KMSClient({ endpoint: url, region: "ap-northeast-1", credentials: credentials.admin, maxAttempts: 1 });
beforeAll(async () => {
  served = await serveEmulator(emulator);
  kms = client(served);
});
afterAll(() => served.close());

const EncryptionContext = { customer: "c-1", field: "apiSecret" };
const encrypt = async (Plaintext: Uint8Array, by = kms) =>
  Buffer.from(
    (await by.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }))).CiphertextBlob ?? [],
  );
const decrypt = (CiphertextBlob: Uint8Array, context?: Record<string, string>, by = kms) =>
  by.send(new DecryptCommand({ CiphertextBlob, ...(context && { EncryptionContext: context }) }));

it("a ciphertext opens under its own context in any order, also after a restart", async () => {
  const blob = await encrypt(Buffer.from("秘密"));
  const restarted = createKmsEmulator({ ...options, findPrincipal: admin });
  emulator.reset();
  restarted.restore(JSON.parse(JSON.stringify(emulator.snapshot())));
  const other = await serveEmulator(restarted);
  for (const by of [kms, client(other)]) {
    const { Plaintext } = await decrypt(blob, { field: "apiSecret", customer: "c-1" }, by);
    expect(Buffer.from(Plaintext ?? []).toString()).toBe("秘密");
  }
  await other.close();
});

it.each<[string, (blob: Buffer) => Uint8Array, Record<string, string>?]>([
  ["of another context", (blob) => blob, { ...EncryptionContext, customer: "c-2" }],
  ["without its context", (blob) => blob],
  ["with one bit turned", (blob) => blob.with(-1, blob.readUInt8(blob.length - 1) ^ 1), EncryptionContext],
  ["that is too short", () => Buffer.from("garbage"), EncryptionContext],
  ["that is none", () => Buffer.alloc(200), EncryptionContext],
])("a ciphertext %s is invalid", async (_, change, context) => {
  await expect(decrypt(change(await encrypt(Buffer.from("x"))), context)).rejects.toMatchObject({
    name: "InvalidCiphertextException",
    $metadata: { httpStatusCode: 400 },
  });
});

it("a plaintext has 1 to 4096 bytes", async () => {
  await encrypt(Buffer.alloc(4096));
  for (const size of [0, 4097])
    await expect(encrypt(Buffer.alloc(size))).rejects.toMatchObject({ name: "ValidationException" });
});
