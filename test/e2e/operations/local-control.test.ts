import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { demoUser } from "#scripts/local/seed/demo-user.ts";
import { startBrowser } from "../support/browser.ts";
import { createCustomer, getApi, newPerson, postJson, tokensOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { startNewSmsHour } from "../support/sms-limits.ts";
import { forgetCorporation } from "../support/table.ts";

const corporations = ["7000012050002", "7000020100005"];
beforeEach(() =>
  Promise.all([local.clearFaults(), startNewSmsHour(), ...corporations.map(forgetCorporation)]),
);
afterAll(() => local.clearFaults());

const control = (path: string, init?: RequestInit) => fetch(local.url(`/__local${path}`), init);
const sendCode = (phone_number: string) => postJson("/api/verify", { mode: "send", phone_number });

describe("messages", () => {
  test("are found by the phone in any notation", async () => {
    const { phoneNumber } = newPerson();
    await sendCode(phoneNumber);
    const digits = phoneNumber.replaceAll("-", "");
    const [message, ...more] = await local.messages(phoneNumber);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ channel: "sms", code: expect.stringMatching(/^\d{6}$/) });
    expect(message?.text).toContain(message?.code);
    expect(new Date(message?.sentAt ?? "").getTime()).toBeGreaterThan(Date.now() - 60_000);
    for (const notation of [digits, digits.slice(1), `+81${digits.slice(1)}`, `81${digits.slice(1)}`]) {
      expect(await local.messages(notation)).toEqual([message]);
    }
    expect(await local.messages(`${digits}0`)).toEqual([]);
  });

  test("are found by the mail address in either case, newest first", async () => {
    const { email } = await createCustomer();
    const messages = await local.messages(email.toUpperCase());
    expect(messages.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("認証キー"),
      expect.stringContaining("メールアドレス認証コード"),
    ]);
    const [newest = 0, oldest = 0] = messages.map(({ id }) => Number(id));
    expect(newest).toBeGreaterThan(oldest);
  });

  test("all of them come without an address", async () => {
    const { phoneNumber } = newPerson();
    await sendCode(phoneNumber);
    const all = await (await control("/messages")).json();
    expect(all).toContainEqual((await local.messages(phoneNumber))[0]);
  });
});

describe("faults", () => {
  const taxAgency = "/api/corporate-number?number=7000012050002";

  test("are listed, used up one by one, and gone", async () => {
    const fault = { service: "tax-agency", operation: "GET /4/num", status: 500, times: 2 } as const;
    expect(await local.fault(fault)).toMatchObject({ ...fault, after: false, delayMs: 0 });
    expect(await local.faults()).toMatchObject([{ times: 2 }]);
    expect((await getApi(taxAgency)).status).toBe(502);
    expect(await local.faults()).toMatchObject([{ times: 1 }]);
    expect((await getApi(taxAgency)).status).toBe(502);
    expect(await local.faults()).toEqual([]);
    expect((await getApi(taxAgency)).status).toBe(200);
  });

  test("leave other operations and services alone", async () => {
    await local.fault({ service: "tax-agency", operation: "GET /4/name", status: 500 });
    await local.fault({ service: "ses", status: 500 });
    expect((await getApi(taxAgency)).status).toBe(200);
    expect(await local.faults()).toHaveLength(2);
  });

  test("of a delay alone are a success", async () => {
    await local.fault({ service: "tax-agency", delayMs: 1 });
    expect((await getApi(taxAgency)).status).toBe(200);
    expect(await local.faults()).toEqual([]);
  });

  test("are cleared at once", async () => {
    await local.fault({ service: "tax-agency", status: 500, times: 5 });
    await local.clearFaults();
    expect((await getApi(taxAgency)).status).toBe(200);
  });

  test.each([
    {},
    { service: "tax-agency" },
    { service: "nothing", status: 500 },
    { service: "ses", status: 600 },
    { service: "ses", status: 500, times: 0 },
    { service: "ses", status: 500, more: 1 },
    "ses",
  ])("%j is none: 400", async (body) => {
    const response = await control("/faults", { method: "POST", body: JSON.stringify(body) });
    expect(response.status).toBe(400);
    expect(await local.faults()).toEqual([]);
  });
});

describe("requests", () => {
  test("tell what our code asked of a service and what it heard, newest first", async () => {
    await local.clearRequests();
    await getApi("/api/corporate-number?number=7000012050002");
    await getApi("/api/corporate-number?number=7000020100005");
    const [second, first, ...more] = await local.requests("tax-agency");
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      service: "tax-agency",
      method: "GET",
      operation: "GET /4/num",
      status: 200,
    });
    expect(first?.path).toContain("number=7000012050002");
    expect(second?.response).toContain("群馬県");
    expect(await local.requests("ses")).toEqual([]);
  });
});

test("services tells where every emulator is and how to sign for it", async () => {
  const services = await local.services();
  const expected = ["cognito", "dynamodb", "s3", "ses", "kms", "secrets", "vonage"];
  expect(Object.keys(services)).toEqual(expect.arrayContaining(expected));
  for (const name of expected) {
    const { endpoint = "", region } = services[name] ?? {};
    expect([name, region]).toEqual([name, "ap-northeast-1"]);
    await expect(fetch(endpoint, { method: "POST" })).resolves.toBeInstanceOf(Response);
  }
  expect(services.dynamodb).toMatchObject({
    tableName: expect.any(String),
    secretAccessKey: expect.any(String),
  });
});

describe("functions", () => {
  test("one that is killed starts afresh with the next call", async () => {
    await getApi("/api/health");
    await local.kill("health");
    expect((await getApi("/api/health")).status).toBe(200);
  });

  test.each(["/functions/nothing/kill", "/schedules/health", "/schedules/nothing", "/nothing"])(
    "there is no %s",
    async (path) => {
      expect((await control(path, { method: "POST" })).status).toBe(404);
    },
  );
});

describe("the page for people", () => {
  const { page } = startBrowser();
  const open = async (tab: string) => {
    await page().goto("/__local/", { waitUntil: "load" });
    await page().getByRole("tab", { name: tab }).click();
  };
  const cards = () => page().getByRole("article");

  test("shows what came in, and follows one request through its lines", async () => {
    const { phoneNumber } = newPerson();
    const sent = await sendCode(phoneNumber);
    await page().goto("/__local/", { waitUntil: "load" });
    const message = cards().filter({ hasText: (await local.code(phoneNumber)).toString() });
    const card = await message.first().elementHandle();
    const next = newPerson();
    await sendCode(next.phoneNumber);
    await cards()
      .filter({ hasText: (await local.code(next.phoneNumber)).toString() })
      .first()
      .waitFor();
    expect(await card?.evaluate((node) => node.isConnected)).toBe(true);
    await open("外部呼び出し");
    const id = sent.headers.get("x-request-id") ?? "";
    await page().getByLabel("リクエストID").fill(id);
    const expectOnlyThatRequest = () =>
      expect
        .poll(() => cards().allTextContents())
        .toSatisfy((texts: string[]) => texts.length > 0 && texts.every((text) => text.includes(id)));
    await expectOnlyThatRequest();
    await cards().filter({ hasText: "POST /v2/verify" }).getByRole("button", { name: id }).click();
    await cards().filter({ hasText: '"function": "verify"' }).first().waitFor();
    await expectOnlyThatRequest();
  });

  test("sets a fault and takes it away again", async () => {
    await open("障害");
    await page().getByLabel("サービス").selectOption("tax-agency");
    await page().getByLabel("状態").selectOption("503");
    await page().getByRole("button", { name: "障害を起こす" }).click();
    await cards().filter({ hasText: "tax-agency" }).waitFor();
    expect(await local.faults()).toMatchObject([{ service: "tax-agency", status: 503, times: 1 }]);
    await page().getByRole("button", { name: "すべて解除" }).click();
    await expect.poll(() => local.faults()).toEqual([]);
  });
});

describe("reset", () => {
  test("empties everything and seeds again: releases, and the demo customer who can sign in; people sign up as before", async () => {
    const customer = await createCustomer();
    await local.fault({ service: "tax-agency", status: 500 });
    const before = await local.logs();
    await local.reset();

    expect(await local.faults()).toEqual([]);
    // The scheduled jobs go on, and log.
    const after = await local.logs();
    for (const line of before) expect(after).not.toContainEqual(line);
    expect(await local.messages(customer.email)).toEqual([]);
    await expect(tokensOf(customer)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    // That account no longer exists.
    const gone = await getApi(`/api/user?name=${customer.loginId}`, customer.idToken);
    expect(gone.status).toBe(401);

    const { userName: loginId, password } = demoUser;
    const { idToken } = await tokensOf({ loginId, password });
    const { results } = await (await getApi(`/api/user?name=${loginId}`, idToken)).json();
    expect(results).toMatchObject([{ Plan: "trial", Email: demoUser.email }]);
    for (const fileType of ["plugin", "template", "manual"]) {
      const { result } = await (await getApi(`/api/download/file?file_type=${fileType}`, idToken)).json();
      expect((await fetch(result.url)).status).toBe(200);
    }
    const customers = await (await control("/customers")).json();
    expect(customers).toMatchObject([{ loginId }]);
    expect(await local.messages(demoUser.email)).toHaveLength(1);

    const next = await createCustomer();
    expect((await getApi(`/api/user?name=${next.loginId}`, next.idToken)).status).toBe(200);
  });
});

test.each([
  ["checkout/cs_nothing", { outcome: "paid" }, 404],
  ["checkout/cs_nothing", { outcome: "perhaps" }, 400],
  ["subscriptions/sub_nothing", { event: "period_ended" }, 404],
  ["subscriptions/sub_nothing", { event: "leap_year" }, 400],
  ["invoices/in_nothing", {}, 404],
])("Stripe's control says what is wrong: %s %j", async (path, body, expected) => {
  const { status } = await control(`/stripe/${path}`, { method: "POST", body: JSON.stringify(body) });
  expect(status).toBe(expected);
});
