/** The customer's own export: everything, of that customer alone, and nothing decrypted. */
import { randomBytes } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { createErasables } from "#test/scripts/support/erasable.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { refusal } from "../support/replies.ts";

const desk = await startOperator();
const owner = await createErasables(desk).newCustomer();

const ask = (person: Person) => {
  // The audit trail is in the order of time.
  advance(1);
  return desk.portal.call("export", { by: person, text: "" });
};

/** The files in the zip of a successful answer. */
async function exported(person: Person): Promise<Record<string, string>> {
  const { status, text } = await ask(person);
  expect(status).toBe(200);
  const { result } = JSON.parse(text);
  expect(result.fileName).toMatch(/^customer-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(Buffer.from(result.zip, "base64"));
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

test("the export holds what an operator's export holds, and is written down", async () => {
  const { "customer.json": json = "" } = await exported(owner);
  const own = JSON.parse(json);
  const trail = await desk.trailOf(owner);
  const rows = trail.filter(({ action }) => action === "exported");
  expect(rows).toEqual([expect.objectContaining({ customerId: owner.customerId })]);
  const all = JSON.parse(await desk.run("export", owner.loginId));
  const { audit, counters, exportedAt: _, ...operators } = all;
  expect(own).toMatchObject(operators);
  expect(Object.keys(own).sort()).toEqual(
    [...Object.keys(operators), "audit", "counters", "exportedAt"].sort(),
  );
  expect(audit.slice(0, -1)).toEqual(own.audit);
  expect(counters).toEqual(own.counters);
});

test("the export contains no other customer's data and no secret, not even encrypted", async () => {
  const other = await desk.signedUp({ corporateName: "株式会社よそのひと" });
  const text = Object.values(await exported(owner)).join();
  for (const foreign of [other.sub, other.email, other.customerId, "よそのひと"])
    expect(text).not.toContain(foreign);
  const { licenceKey, basicPassword } = (await desk.secretsOf(owner)) ?? {};
  for (const secret of [licenceKey, basicPassword, await desk.keyOf(owner), "Canary-Basic-1"])
    expect(text).not.toContain(secret);
  expect(text).toContain('"licenceKey": "set"');
});

test("the export does not show another person's code for the same number", async () => {
  advance(6 * 3_600_000);
  const body = { mode: "send", phone_number: owner.phoneNumber };
  const sent = await desk.portal.call("verify", { body });
  expect(sent.status).toBe(200);
  const text = Object.values(await exported(owner)).join();
  const operators = await desk.run("export", owner.loginId);
  for (const each of [text, operators]) {
    expect(each).toContain('"lastSentAt"');
    expect(each).not.toContain(JSON.parse(sent.text).request_id);
    expect(each).not.toMatch(/codeSeed|sentFor|vonageRequestId/);
  }
});

test("the export shows the support's actions without operator, access key and note", async () => {
  const helped = await desk.signedUp({ corporateName: "株式会社サポート" });
  await desk.run("resend-licence-key", helped.loginId);
  await desk.run("export", helped.loginId, "--reason", "内部のメモ");
  const { "customer.json": json = "", "index.html": html = "" } = await exported(helped);
  const byOperator = JSON.parse(json).audit.filter((row: object) => "operator" in row);
  expect(byOperator.map(({ action, operator }: Record<string, string>) => [action, operator])).toEqual([
    ["licence-key-resent", "operator"],
    ["exported", "operator"],
  ]);
  const [row] = (await desk.trailOf(helped)).filter(({ operator }) => operator !== undefined);
  expect(json + html).not.toContain(row?.operator);
  expect(json + html).not.toMatch(/内部のメモ|accessKeyId/);
});

test("the page is in the words of the screens, and runs nothing that was typed", async () => {
  const hostile = await desk.createCustomer({
    corporateName: '<script>alert("x")</script>',
    city: "<img src=x onerror=alert(1)>",
    prefecture: 27,
  });
  const { "index.html": html = "" } = await exported(hostile);
  expect(html).toContain(
    '<th scope="row">会社名</th><td>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</td>',
  );
  expect(html).toContain('<th scope="row">都道府県</th><td>大阪府</td>');
  expect(html).toContain('<th scope="row">APIシークレット</th><td>未設定</td>');
  expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>|https?:\/\//);
});

test("an account that was never registered gets what there is about it", async () => {
  const person = newPerson();
  const { "customer.json": json = "{}", "index.html": html } = await exported(person);
  const { account, profile } = JSON.parse(json);
  expect(account).toMatchObject({ userName: person.loginId, attributes: { email: person.email } });
  expect(profile).toBeUndefined();
  expect(html).toContain(person.email);
});

test("more than a response can hold is refused with a sentence", async () => {
  const large = await desk.createCustomer();
  for (let count = 0; count < 16; count += 1) {
    const row = { pk: `CUSTOMER#${large.sub}`, sk: `AUDIT#2026#${count}`, at: "2026-01-01T00:00:00.000Z" };
    await desk.portal.put({ ...row, action: randomBytes(250_000).toString("base64") });
  }
  expect(refusal(await ask(large))).toEqual([413, expect.stringContaining("お問い合わせください")]);
});

test("the file is named by the day in Japan, which begins at 15:00 UTC", async () => {
  const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
  const threeInTheAfternoon = midnight + 15 * 3_600_000;
  for (const [at, day] of [
    [threeInTheAfternoon - 60_000, midnight],
    [threeInTheAfternoon, midnight + 86_400_000],
  ] as const) {
    advance(at - Date.now());
    const { result } = JSON.parse((await ask(owner)).text);
    expect(result.fileName).toBe(`customer-data-${new Date(day).toISOString().slice(0, 10)}.zip`);
  }
});
