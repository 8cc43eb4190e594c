import { expect, test } from "vitest";
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { licenceKeyMail } from "#functions/mail/texts/licence-key-mail.ts";

test("the mail says who, which key, and what to do with it", () => {
  const person = { chargeLastName: "山田", chargeFirstName: "花子", loginId: "hanako" };
  const recipient = { corporateName: "A&B <株式会社>", ...person };
  const { subject, text, html } = licenceKeyMail(recipient, "AAAAA-BBBBB", "https://portal.example");
  expect(subject).toBe("【電話連携プラグイン】ライセンスキー（認証キー）のお知らせ");
  expect(text).toMatch(/^A&B <株式会社>\n山田 花子 様\n/);
  expect(text).toContain("ライセンスキー：AAAAA-BBBBB");
  expect(text).toContain("ログインID：hanako");
  expect(text).toContain("https://portal.example/signin");
  expect(text).toContain("https://portal.example/guide#install");
  expect(html).toContain("A&amp;B &lt;株式会社&gt;");
  expect(html).toContain('<html lang="ja">');
});

test("a sole proprietor under their own name is named once", () => {
  const person = { chargeLastName: "山田", chargeFirstName: "花子", loginId: "hanako" };
  const { text } = licenceKeyMail({ corporateName: "山田　花子", ...person }, "A", "https://portal.example");
  expect(text).toMatch(/^山田 花子 様\n/);
});

test("no two keys are alike, and no character in them can be misread", () => {
  const keys = Array.from({ length: 1000 }, newLicenceKey);
  expect(new Set(keys).size).toBe(1000);
  expect(keys.join("")).toMatch(/^[0-9A-HJKMNP-TV-Z-]+$/);
  expect(new Set(keys.join("").replaceAll("-", "")).size).toBe(32);
  // 30 characters of 5 bits.
  for (const key of keys) expect(key.replaceAll("-", "")).toHaveLength(30);
});
