/** Finding customers, their audit trail, and all that the portal holds of them. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchProfiles } from "#scripts/operator/customer/search-profiles.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const folder = mkdtempSync(join(tmpdir(), "admin-"));
let owner: Payer;
const company = "株式会社ﾃｽﾄ 電話 Ｇｏ";

beforeAll(async () => {
  owner = await desk.signedUp({ corporateName: company, corporatePhoneNumber: "03-5555-1234" });
  await desk.signedUp();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});
const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (ascii) => String.fromCodePoint(ascii.charCodeAt(0) + 0xfee0));
const actions = async (payer: Payer) => (await desk.trailOf(payer)).map(({ action }) => action);

describe("find", () => {
  const texts: [string, () => string][] = [
    ["login ID", () => owner.loginId],
    ["login ID in capitals", () => owner.loginId.toUpperCase()],
    ["customer id", () => owner.customerId],
    ["sub", () => owner.sub],
    ["e-mail address", () => owner.email],
    ["e-mail address in capitals", () => owner.email.toUpperCase()],
    ["part of the company's name, in either width", () => "テスト電話go"],
    ["phone number", () => owner.phoneNumber],
    ["phone number without hyphens", () => owner.phoneNumber.replaceAll("-", "")],
    ["phone number in full width", () => toFullWidth(owner.phoneNumber)],
    [
      "phone number with the country code",
      () => owner.phoneNumber.replace(/^0/, "+81 ").replaceAll("-", " "),
    ],
    ["phone number of the company", () => "(03) 5555-1234"],
  ];
  test.each(texts)("by %s", async (_, text) => {
    const [header, line, ...others] = (await desk.run("find", text())).split("\n");
    expect(header).toMatch(/^customer id +sub +login ID +company +plan +payment +e-mail$/);
    expect(line?.split(/ {2,}/)).toEqual([
      owner.customerId,
      owner.sub,
      owner.loginId,
      (await desk.recordOf(owner)).corporateName,
      "trial",
      "-",
      "u***@example.com",
    ]);
    expect(others).toEqual([]);
    expect((await actions(owner)).at(-1)).toBe("looked-up");
  });

  test("shows the address in full when asked, and writes that down", async () => {
    expect(await desk.run("find", owner.loginId, "--full")).toContain(owner.email);
    expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up", full: true });
  });

  test("finds an account whose sign-up was never finished", async () => {
    const { loginId: userName, email, sub } = newPerson();
    desk.portal.cognito.seedUser({ userName, email, sub, password: "Correct-Horse-1" });
    expect(await desk.run("find", email)).toMatch(new RegExp(`- +${sub} +${userName} +\\(not signed up\\)`));
    await expect(desk.run("resend-licence-key", userName)).rejects.toThrow("has no customer record");
  });

  test("says so if no customer is found", async () => {
    for (const text of ['"@" or email ^= "', "存在しない会社", crypto.randomUUID(), "nobody"])
      expect(await desk.run("find", text)).toBe("Nobody is found.");
  });

  test("shows twenty of many companies with the same name, and says if it read only a part", async () => {
    for (let count = 0; count < 21; count += 1) await desk.newPayer({ corporateName: "同名商店" });
    const printed = await desk.run("find", "同名");
    expect(printed.match(/同名商店/g)).toHaveLength(20);
    expect(printed).toContain("more than 20: say more of the name");
    desk.portal.become("operator");
    const { subs, note } = await searchProfiles("同名", 0);
    expect([subs, note]).toEqual([[], expect.stringContaining("Only the beginning of the table")]);
  });

  test("a damaged record is one sentence, and does not hide the others", async () => {
    const names = { corporateName: `破損工業 ${crypto.randomUUID()}` };
    const [damaged, healthy] = [await desk.newOwner(names), await desk.newOwner(names)];
    await desk.change(damaged, { version: 1.5 });
    const lines = (await desk.run("find", names.corporateName)).split("\n");
    const sentence = `The row CUSTOMER#${damaged.sub} PROFILE cannot be read: version: Invalid input`;
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.includes(healthy.sub))).toContain(names.corporateName);
    expect(lines.find((line) => line.startsWith("-"))).toContain("(cannot be read)");
    expect(lines.at(-1)).toContain(sentence);
    const change = desk.run("change-plan", damaged.loginId, "standard", "--reason", "x");
    await expect(change).rejects.toThrow(sentence);
  });

  test("a customer's text cannot control the terminal", async () => {
    const payer = await desk.newOwner({ corporateName: "株式会社\u001b[2J\u202e悪" });
    expect(await desk.run("find", payer.loginId)).toContain("株式会社?[2J?悪");
  });
});

test("audit: oldest first, with who did what and why, itself included", async () => {
  const payer = await desk.signedUp();
  await desk.update(payer, { city: "港区", streetAddress: "芝1-1" });
  await desk.run("resend-licence-key", payer.loginId, "--reason", "迷惑メールに入っていた");
  const lines = (await desk.run("audit", payer.loginId)).split("\n").map((line) => line.split(/ {2,}/));
  const me = `${userInfo().username}@${hostname()}`;
  expect(lines.map(([, action, by]) => [action, by])).toEqual([
    ["signup", "-"],
    ["updated", "-"],
    ["licence-key-resent", me],
    ["audit-read", me],
  ]);
  expect(lines[1]?.[3]).toContain("fields=city,streetAddress");
  expect(lines[2]?.[3]).toContain("reason=迷惑メールに入っていた");
  for (const [at] of lines) expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("export: everything but the secrets, readable by its owner alone", async () => {
  const payer = await desk.signedUp();
  await desk.run("resend-licence-key", payer.loginId);
  await desk.storeEmailChange(payer);
  const file = join(folder, "customer.zip");
  expect(await desk.run("export", payer.loginId, "--out", file)).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const files = unzipSync(readFileSync(file));
  expect(Object.keys(files)).toEqual(["customer.json", "index.html"]);
  const text = Object.values(files)
    .map((content) => strFromU8(content))
    .join();
  expect(JSON.parse(strFromU8(files["customer.json"] ?? new Uint8Array()))).toMatchObject({
    account: {
      userName: payer.loginId,
      status: "CONFIRMED",
      attributes: { email: payer.email },
      devices: [],
    },
    profile: { customerId: payer.customerId, corporateName: "株式会社テスト商事" },
    secrets: { licenceKey: "set", basicPassword: "set", apiSecret: "not set", privateKey: "not set" },
    audit: [{ action: "signup" }, { action: "licence-key-resent" }, { action: "exported" }],
    pointer: [{ sub: payer.sub }],
    outbox: [{ template: "licence-key", to: payer.email, encryptedLicenceKey: "set" }],
    work: [{ pk: "EMAIL_CHANGES" }],
    phone: [{ sk: "LIVE" }],
    counters: [{ count: 1 }],
  });
  const { licenceKey, basicPassword } = (await desk.secretsOf(payer)) ?? {};
  for (const secret of [licenceKey, basicPassword, await desk.keyOf(payer), "basic-secret-1"])
    expect(text).not.toContain(secret);
  await expect(desk.run("export", payer.loginId, "--out", file)).rejects.toThrow("is there already");
  expect(JSON.parse(await desk.run("export", payer.loginId)).profile.loginId).toBe(payer.loginId);
});

test("a reason that names the customer is not written down", async () => {
  const context = ["resend-licence-key", owner.loginId, "--reason", `${owner.email} 様より依頼`];
  await expect(desk.expectNothingWritten(() => desk.run(...context))).rejects.toThrow("leave names");
});
