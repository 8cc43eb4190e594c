import { expect, it } from "vitest";
import { fields } from "#shared/fields.ts";
import { limits } from "#shared/limits.ts";
import { messages } from "#shared/messages.ts";
import { rsaKey } from "#test/support/rsa-keys.ts";
import { readKeyFile } from "#web/lib/private-key/key-file.ts";

const pem = rsaKey();

it("reads the file as text in base64", async () => {
  expect(await readKeyFile(new Blob([pem]))).toBe(Buffer.from(pem).toString("base64"));
});

it.each([
  ["empty", "", messages.privateKeyEmpty],
  ["no key", "# 鍵\n", messages.privateKeyContent],
])("refuses a file that is %s", async (_, text, sentence) => {
  await expect(readKeyFile(new Blob([text]))).rejects.toThrow(sentence);
});

it("says so when the file cannot be read", async () => {
  const gone = new Blob([pem]);
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  await expect(readKeyFile(gone)).rejects.toThrow("秘密鍵の読み込みに失敗しました");
});

it("says so when it holds no text", async () => {
  await expect(readKeyFile(new Blob([Uint8Array.of(0xff, 0xfe)]))).rejects.toThrow(
    "秘密鍵のエンコードに失敗しました",
  );
});

it("lets through what the server takes, to the byte", async () => {
  const largest = pem.padEnd(limits.privateKeyMaxBytes, "\n");
  expect(fields.privateKey.parse(await readKeyFile(new Blob([largest])))).toBe(
    Buffer.from(largest).toString("base64"),
  );
  await expect(readKeyFile(new Blob([`${largest}\n`]))).rejects.toThrow(messages.privateKeyTooLarge);
  const tooMuch = Buffer.alloc(limits.privateKeyMaxBytes + 3).toString("base64");
  expect(fields.privateKey.safeParse(tooMuch).success).toBe(false);
});
