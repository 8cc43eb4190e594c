import { expect, it } from "vitest";
import { fields } from "../../../shared/fields.ts";
import { maxKeyFileBytes, readKeyFile } from "../../../web/lib/read-key-file.ts";

const pem = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n";

it("reads the file as text in base64", async () => {
  expect(await readKeyFile(new Blob([pem]))).toBe(Buffer.from(pem).toString("base64"));
  expect(await readKeyFile(new Blob(["# 鍵\n"]))).toBe(Buffer.from("# 鍵\n").toString("base64"));
});

it("makes an empty file an empty string", async () => {
  expect(await readKeyFile(new Blob([]))).toBe("");
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
  const largest = await readKeyFile(new Blob(["k".repeat(maxKeyFileBytes)]));
  expect(fields.privateKey.safeParse(largest).success).toBe(true);
  const larger = await readKeyFile(new Blob(["k".repeat(maxKeyFileBytes + 1)]));
  expect(fields.privateKey.safeParse(larger).success).toBe(false);
});
