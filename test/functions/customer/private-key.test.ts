import { expect, test } from "vitest";
import { checkPrivateKey } from "#functions/customer/private-key.ts";
import { messages } from "#shared/messages.ts";
import { ellipticKey, encryptedRsaKey, rsaKey } from "#test/support/rsa-keys.ts";
import { isRsaPrivateKey } from "#web/lib/private-key/key-file.ts";

const corrupt = rsaKey().replace(/\n[A-Za-z0-9+/]{64}\n/, "\n");
const keys: [name: string, pem: string, isTaken: boolean][] = [
  ["PKCS#8, 2048 bits", rsaKey(2048, "pkcs8"), true],
  ["PKCS#1, 2048 bits", rsaKey(2048, "pkcs1"), true],
  ["PKCS#8, 4096 bits", rsaKey(4096, "pkcs8"), true],
  ["PKCS#1, 4096 bits", rsaKey(4096, "pkcs1"), true],
  ["from Windows, with a byte order mark", `\uFEFF${rsaKey().replaceAll("\n", "\r\n")}`, true],
  ["1024 bits", rsaKey(1024), false],
  ["5120 bits", rsaKey(5120), false],
  ["encrypted PKCS#8", encryptedRsaKey("pkcs8"), false],
  ["encrypted PKCS#1", encryptedRsaKey("pkcs1"), false],
  ["elliptic curve", ellipticKey(), false],
  ["a line missing", corrupt, false],
  ["framed as the other kind", rsaKey(2048, "pkcs1").replaceAll("RSA PRIVATE", "PRIVATE"), false],
  ["two keys", rsaKey() + rsaKey(), false],
  ["no key", "hello", false],
  ["an empty frame", "-----BEGIN PRIVATE KEY-----\n\n-----END PRIVATE KEY-----\n", false],
  ["no base64", "-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----\n", false],
];

test.each(keys)("browser and server agree on a key: %s", async (_, pem, isTaken) => {
  const send = () => checkPrivateKey(Buffer.from(pem).toString("base64"));
  expect(await isRsaPrivateKey(pem)).toBe(isTaken);
  if (isTaken) expect(send).not.toThrow();
  else
    expect(send).toThrow(
      expect.objectContaining({ details: { fields: { privateKey: messages.privateKeyContent } } }),
    );
});
