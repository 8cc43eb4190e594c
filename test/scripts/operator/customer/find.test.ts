/** Finding customers and phone numbers, and all that the portal holds of them. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { check, codeOf, send } from "#test/functions/support/verified-phone.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

const desk = await startOperator();
const folder = temporaryFolder();
let owner: Owner;
const company = "株式会社ﾃｽﾄ 電話 Ｇｏ";

beforeAll(async () => {
  owner = await desk.signedUp({ corporateName: company, corporatePhoneNumber: "03-5555-1234" });
  await desk.signedUp();
});

describe("find", () => {
  const texts: [string, () => string][] = [
    ["login ID in capitals", () => owner.loginId.toUpperCase()],
    ["customer id", () => owner.customerId],
    ["sub", () => owner.sub],
    ["e-mail address in capitals", () => owner.email.toUpperCase()],
    ["beginning of the company's name, in either width", () => "テスト電"],
    ["company's name with its legal form", () => "(株)テスト電話go"],
    ["phone number without hyphens", () => owner.phoneNumber.replaceAll("-", "")],
    ["phone number of the company", () => "(03) 5555-1234"],
  ];
  test.each(texts)(
    "the command finds a customer by %s, masks the address and is written down",
    async (_, text) => {
      const [, line = "", ...others] = (await desk.run("find", text())).split("\n");
      expect(line.split(/ {2,}/)).toEqual([
        owner.customerId,
        owner.sub,
        owner.loginId,
        (await desk.profileOf(owner)).corporateName,
        "trial",
        "-",
        "u***@example.com",
      ]);
      expect(others).toEqual([]);
      expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up" });
    },
  );

  test("a changed company and changed numbers are found, and the former ones are not", async () => {
    const customer = await desk.signedUp({
      corporateName: "株式会社旧社名",
      corporatePhoneNumber: "03-5555-9001",
    });
    const changes = { corporateName: "合同会社新社名", corporatePhoneNumber: "03-5555-9002" };
    expect((await desk.update(customer, changes)).status).toBe(200);
    for (const found of ["新社名", "03-5555-9002"])
      expect(await desk.run("find", found)).toContain(customer.sub);
    for (const former of ["旧社名", "03-5555-9001"])
      expect(await desk.run("find", former)).toBe("Nobody is found.");
    expect((await desk.update(customer, { corporatePhoneNumber: "" })).status).toBe(200);
    expect(await desk.run("find", "03-5555-9002")).toBe("Nobody is found.");
  });

  test("a billing contact's phone number finds the customer who typed it for a payment", async () => {
    const customer = await desk.createCustomer({ billingPhoneNumber: "03-5555-9003" });
    expect(await desk.run("find", "0355559003")).toContain(customer.sub);
    expect((await desk.invoice(customer, { billing_phone_number: "03-5555-9004" })).status).toBe(200);
    expect(await desk.run("find", "0355559004")).toContain(customer.sub);
    expect(await desk.run("find", "0355559003")).toBe("Nobody is found.");
  });

  test("twenty customers are shown, and that there are more", async () => {
    const names = Array.from({ length: 21 }, (_, index) => `多数商事 ${index}`);
    await Promise.all(names.map((corporateName) => desk.createCustomer({ corporateName })));
    const { customers, notes } = JSON.parse(await desk.run("find", "多数商事", "--json"));
    expect(customers).toHaveLength(20);
    expect(notes).toEqual([expect.stringMatching(/^There are more than 20/)]);
    expect(JSON.parse(await desk.run("find", "多数商事1", "--json")).notes).toEqual([]);
  });

  test("the command shows the address in full when asked, and writes that down", async () => {
    expect(await desk.run("find", owner.loginId, "--full")).toContain(owner.email);
    expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up", full: true });
  });

  test("an account with half a sign-up is found, and refused by commands for a profile", async () => {
    const { loginId: userName, email, sub } = newPerson();
    desk.portal.cognito.seedUser({ userName, email, sub, password: "Correct-Horse-1" });
    expect(await desk.run("find", email)).toMatch(new RegExp(`- +${sub} +${userName} +\\(not signed up\\)`));
    await expect(desk.run("resend-licence-key", userName)).rejects.toThrow("has no profile");
  });

  test.each(['"@" or email ^= "', "存在しない会社", crypto.randomUUID(), "nobody"])(
    "%s finds nobody",
    async (text) => {
      expect(await desk.run("find", text)).toBe("Nobody is found.");
    },
  );

  test("a damaged profile is one sentence, and does not hide the others", async () => {
    const names = { corporateName: `破損工業 ${crypto.randomUUID()}` };
    const [damaged, healthy] = [await desk.createCustomer(names), await desk.createCustomer(names)];
    await desk.changeProfile(damaged, { version: 1.5 });
    const printed = await desk.run("find", names.corporateName);
    const sentence = `The row CUSTOMER#${damaged.sub} PROFILE cannot be read: version: Invalid input`;
    for (const text of [healthy.sub, "(cannot be read)", sentence]) expect(printed).toContain(text);
    const change = desk.run("change-plan", damaged.loginId, "standard", "--reason", "x");
    await expect(change).rejects.toThrow(sentence);
  });

  test("a customer's text cannot control the terminal", async () => {
    const payer = await desk.createCustomer({ corporateName: "株式会社\u001b[2J\u202e悪" });
    expect(await desk.run("find", payer.loginId)).toContain("株式会社?[2J?悪");
  });
});

test("find, phone and erase ask indexes and never scan the table", async () => {
  const { loginId, phoneNumber } = await desk.signedUp();
  const runs = [
    ["find", "テスト"],
    ["find", "03-5555-1234"],
    ["phone", phoneNumber],
    ["erase", loginId, "--reason", "x"],
  ];
  for (const words of runs) {
    desk.portal.requests.clear();
    await desk.run(...words);
    const asked = desk.portal.requests.list("dynamodb");
    expect(asked.filter(({ body }) => body.includes("IndexName"))).not.toEqual([]);
    expect(asked.filter(({ operation }) => operation === "Scan")).toEqual([]);
  }
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
});

test("a reason that names the customer is not written down", async () => {
  const context = ["resend-licence-key", owner.loginId, "--reason", `${owner.email} 様より依頼`];
  await expect(desk.expectNothingWritten(() => desk.run(...context))).rejects.toThrow("leave names");
});

test("phone shows owner, wrong codes and limits, never the code", async () => {
  const owner = await desk.signedUp();
  advance(60_000);
  const person = { ...newPerson(), phoneNumber: owner.phoneNumber };
  const { json } = await send(desk.portal, person);
  const code = codeOf(desk.portal, person);
  await check(desk.portal, json.request_id, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  const shown = JSON.parse(await desk.run("phone", owner.phoneNumber.replace(/^0/, "+81-"), "--json"));
  expect(shown).toMatchObject({
    customer: `${owner.loginId}, customer id ${owner.customerId}, sub ${owner.sub}`,
    SMS: "running",
    verification: expect.stringMatching(/^waits for the code until \d{4}-.*; 1 of 3 wrong codes$/),
    "next SMS for a sign-up": expect.stringMatching(/\(in \d\d seconds\); 8 of 10 left$/),
    [`next SMS for ${owner.loginId}`]: expect.stringMatching(/5 of 5 left$/),
  });
  expect(JSON.stringify(shown)).not.toContain(code);
  expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up" });
});

test("phone: a number that is no mobile is refused in a sentence", async () => {
  await expect(desk.run("phone", "03-1234-5678")).rejects.toThrow("is not a Japanese mobile number");
});
