import {
  DecryptCommand,
  EncryptCommand,
  InvalidCiphertextException,
  KMSClient,
  ReEncryptCommand,
} from "@aws-sdk/client-kms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKmsEmulator } from "#scripts/local/emulators/kms/emulator.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { type ServedEmulator, serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const keyId = "1234abcd-12ab-34cd-56ef-1234567890ab";
const options = {
  findPrincipal: principalsWith(["kms:Encrypt"]),
  keyId,
  alias: "alias/portal",
  region: "ap-northeast-1",
  accountId: "123456789012",
};
const keyArn = `arn:aws:kms:ap-northeast-1:123456789012:key/${keyId}`;
const now = () => Date.now();
const emulator = createKmsEmulator({ ...options, clock: () => now() });
let served: ServedEmulator;
let kms: KMSClient;

function client(signer = credentials.admin, region = "ap-northeast-1"): KMSClient {
  return new KMSClient({ endpoint: served.url, region, credentials: signer, maxAttempts: 1 });
}

beforeAll(async () => {
  served = await serveEmulator(emulator);
  kms = client();
});
afterAll(() => served.close());

const context = { customer: "c-1", field: "apiSecret" };
async function encrypt(text: string): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(text), EncryptionContext: context }),
  );
  return CiphertextBlob ?? new Uint8Array();
}

describe("KMS emulator", () => {
  it("decrypts its ciphertexts, with any order of the context's pairs", async () => {
    const blob = await encrypt("秘密");
    const opened = await kms.send(
      new DecryptCommand({
        CiphertextBlob: blob,
        EncryptionContext: { field: "apiSecret", customer: "c-1" },
      }),
    );
    expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe("秘密");
    expect(opened).toMatchObject({ KeyId: keyArn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
    expect(Buffer.from(blob).toString("latin1")).not.toContain("秘密");
  });

  it.each([
    ["another context", { customer: "c-2", field: "apiSecret" }],
    ["no context", undefined],
  ])("refuses a ciphertext under %s", async (_, EncryptionContext) => {
    const blob = await encrypt("x");
    await expect(
      kms.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext })),
    ).rejects.toMatchObject({
      name: "InvalidCiphertextException",
      $metadata: { httpStatusCode: 400 },
    });
  });

  it("refuses garbage and a ciphertext with one bit turned", async () => {
    const blob = Buffer.from(await encrypt("x"));
    blob.writeUInt8(blob.readUInt8(blob.length - 1) ^ 1, blob.length - 1);
    for (const CiphertextBlob of [blob, Buffer.from("garbage"), Buffer.alloc(200)]) {
      await expect(
        kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context })),
      ).rejects.toMatchObject({ name: "InvalidCiphertextException" });
    }
  });

  it("takes 4096 bytes of plaintext, not one more and not none", async () => {
    const encrypt = (size: number) =>
      kms.send(new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.alloc(size) }));
    await encrypt(4096);
    await expect(encrypt(4097)).rejects.toMatchObject({ name: "ValidationException" });
    await expect(encrypt(0)).rejects.toMatchObject({ name: "ValidationException" });
  });

  it("lets a principal do only what its role allows, in IAM's words", async () => {
    const limited = client(credentials.limited);
    await limited.send(new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from("x") }));
    await expect(
      limited.send(new DecryptCommand({ CiphertextBlob: await encrypt("x"), EncryptionContext: context })),
    ).rejects.toMatchObject({
      name: "AccessDeniedException",
      $metadata: { httpStatusCode: 400 },
      message:
        "User: arn:aws:sts::000000000000:assumed-role/limited/limited is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext because no identity-based policy allows the kms:Decrypt action",
    });
  });

  it("hands IAM the encryption context", async () => {
    const contexts: unknown[] = [];
    const watched = createKmsEmulator({
      ...options,
      clock: Date.now,
      findPrincipal: () => ({
        name: "watched",
        ...credentials.admin,
        allows: (action, given) => contexts.push([action, given]) > 0,
      }),
    });
    const other = await serveEmulator(watched);
    await new KMSClient({
      endpoint: other.url,
      region: "ap-northeast-1",
      credentials: credentials.admin,
    }).send(new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from("x"), EncryptionContext: context }));
    await other.close();
    expect(contexts).toEqual([["kms:Encrypt", { encryptionContext: context }]]);
  });

  it("encrypts anew under another context, and never under a wrong one", async () => {
    const client = new KMSClient({
      endpoint: served.url,
      region: "ap-northeast-1",
      credentials: credentials.admin,
    });
    const CiphertextBlob = await encrypt("x");
    const other = { customer: "another", field: "licenceKey" };
    const move = (SourceEncryptionContext: Record<string, string>) =>
      client.send(
        new ReEncryptCommand({
          CiphertextBlob,
          SourceEncryptionContext,
          DestinationKeyId: keyId,
          DestinationEncryptionContext: other,
        }),
      );
    const { CiphertextBlob: moved } = await move(context);
    const open = new DecryptCommand({ CiphertextBlob: moved, EncryptionContext: other });
    expect(Buffer.from((await client.send(open)).Plaintext ?? []).toString()).toBe("x");
    await expect(move(other)).rejects.toThrow(InvalidCiphertextException);
  });

  it("keeps its key through a reset, and in a snapshot", async () => {
    const blob = await encrypt("x");
    emulator.reset();
    const restarted = createKmsEmulator({ ...options, clock: Date.now });
    restarted.restore(JSON.parse(JSON.stringify(emulator.snapshot())));
    const other = await serveEmulator(restarted);
    for (const endpoint of [served.url, other.url]) {
      const opener = new KMSClient({ endpoint, region: "ap-northeast-1", credentials: credentials.admin });
      await opener.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext: context }));
    }
    await other.close();
  });
});
