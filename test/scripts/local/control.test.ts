/** `/__local/` of a whole local cloud: what programs read and set there, the functions' log lines, the canary, and a reset. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AdminGetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { cachedSharedFunctions } from "#scripts/local/build-cache.ts";
import type { LocalCloud } from "#scripts/local/cloud.ts";
import { demoUser } from "#scripts/local/seed/demo-user.ts";
import { addPasskey, switchOnAuthenticator } from "#scripts/local/seed/sign-in-methods.ts";
import {
  type Customer,
  cognito,
  createConfirmedAccount,
  createCustomer,
  getApi,
  newPerson,
  postJson,
  subOf,
  tokensOf,
  verifyPhone,
} from "#test/e2e/support/customer.ts";
import { local, setPortal } from "#test/e2e/support/local.ts";
import { startPortal } from "#test/e2e/support/portal-pool.ts";
import { forgetCorporation, itemsOf } from "#test/e2e/support/table.ts";
import { decideCheckout, expectPlan, openCheckout, prepareUpgrade } from "#test/e2e/support/upgrade.ts";
import { agreements, company } from "#test/support/company.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

const site = temporaryFolder();
let cloud: LocalCloud;
beforeAll(async () => {
  // The only page that the canary asks for.
  writeFileSync(join(site, "index.html"), '<div id="root"></div>');
  const functions = await cachedSharedFunctions();
  cloud = await startPortal({ site, functions, dynamoDbUrl: inject("dynamoDbUrl") });
  setPortal(cloud.url);
});
afterAll(() => cloud.close());

const corporations = ["7000012050002", "7000020100005"] as const;
const lookUp = (number: string = corporations[0]) => getApi(`/api/corporate-number?number=${number}`);
beforeEach(async () => {
  // The cloud shows its functions' errors.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await Promise.all([local.clearFaults(), ...corporations.map(forgetCorporation)]);
});

const post = (path: string, body: unknown = {}) =>
  fetch(local.url(`/__local${path}`), { method: "POST", body: JSON.stringify(body) });
const sendCode = (phone_number: string) => postJson("/api/verify", { mode: "send", phone_number });

describe("messages", () => {
  test("are found by the phone in any notation", async () => {
    const { phoneNumber } = newPerson();
    await sendCode(phoneNumber);
    const [message, ...more] = await local.messages(phoneNumber);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ channel: "sms", code: expect.stringMatching(/^\d{6}$/) });
    expect(message?.text).toContain(message?.code);
    expect(Date.parse(message?.sentAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    const digits = phoneNumber.replaceAll("-", "");
    for (const notation of [digits, digits.slice(1), `+81${digits.slice(1)}`, `81${digits.slice(1)}`])
      expect(await local.messages(notation)).toEqual([message]);
    expect(await local.messages(`${digits}0`)).toEqual([]);
    expect(await (await fetch(local.url("/__local/messages"))).json()).toContainEqual(message);
  });

  test("are found by the mail address in either case, newest first", async () => {
    const { email, idToken } = await createCustomer();
    await postJson("/api/licence-key", { operation: "reissue" }, idToken);
    const messages = await local.messages(email.toUpperCase());
    expect(messages).toHaveLength(2);
    const [newest = 0, oldest = 0] = messages.map(({ id }) => Number(id));
    expect(newest).toBeGreaterThan(oldest);
  });
});

describe("faults", () => {
  test("are listed, used up one by one, and gone", async () => {
    const fault = { service: "tax-agency", operation: "GET /4/num", status: 500, times: 2 } as const;
    expect(await local.fault(fault)).toMatchObject({ ...fault, after: false, delayMs: 0 });
    for (const left of [[{ times: 2 }], [{ times: 1 }]]) {
      expect(await local.faults()).toMatchObject(left);
      expect((await lookUp()).status).toBe(502);
    }
    expect(await local.faults()).toEqual([]);
    expect((await lookUp()).status).toBe(200);
  });

  test("leave other operations and services alone, and are cleared at once", async () => {
    await local.fault({ service: "tax-agency", operation: "GET /4/name", status: 500 });
    await local.fault({ service: "ses", status: 500 });
    expect((await lookUp()).status).toBe(200);
    expect(await local.faults()).toHaveLength(2);
    await local.clearFaults();
    expect(await local.faults()).toEqual([]);
  });

  test("of a delay alone are a success", async () => {
    await local.fault({ service: "tax-agency", delayMs: 1 });
    expect((await lookUp()).status).toBe(200);
    expect(await local.faults()).toEqual([]);
  });
});

test.each<[path: string, status: number, body?: unknown]>([
  ["/faults", 400],
  ["/faults", 400, { service: "tax-agency" }],
  ["/faults", 400, { service: "nothing", status: 500 }],
  ["/faults", 400, { service: "ses", status: 600 }],
  ["/faults", 400, { service: "ses", status: 500, times: 0 }],
  ["/faults", 400, { service: "ses", status: 500, more: 1 }],
  ["/faults", 400, "ses"],
  ["/functions/nothing/kill", 404],
  ["/schedules/health", 404],
  ["/schedules/nothing", 404],
  ["/nothing", 404],
  ["/stripe/checkout/cs_nothing", 404, { outcome: "paid" }],
  ["/stripe/checkout/cs_nothing", 400, { outcome: "perhaps" }],
  ["/stripe/subscriptions/sub_nothing", 404, { event: "period_ended" }],
  ["/stripe/subscriptions/sub_nothing", 400, { event: "leap_year" }],
  ["/stripe/invoices/in_nothing", 404],
])("%s answers %i to what is wrong: %j", async (path, status, body) => {
  expect((await post(path, body)).status).toBe(status);
  expect(await local.faults()).toEqual([]);
});

test("requests are what our code asked of a service and heard, newest first", async () => {
  await local.clearRequests();
  for (const number of corporations) await lookUp(number);
  const [second, first, ...more] = await local.requests("tax-agency");
  expect(more).toEqual([]);
  const expected = { service: "tax-agency", method: "GET", operation: "GET /4/num", status: 200 };
  expect(first).toMatchObject({ ...expected, path: expect.stringContaining(`number=${corporations[0]}`) });
  expect(second?.response).toContain("群馬県");
  expect(await local.requests("ses")).toEqual([]);
});

test("services are reachable, and config.json names the user pool and no secret", async () => {
  const services = await local.services();
  const expected = ["cognito", "dynamodb", "s3", "ses", "kms", "secrets", "vonage"];
  expect(Object.keys(services)).toEqual(expect.arrayContaining(expected));
  for (const name of expected) {
    const { endpoint = "", region } = services[name] ?? {};
    expect([name, region]).toEqual([name, "ap-northeast-1"]);
    await expect(fetch(endpoint, { method: "POST" })).resolves.toBeInstanceOf(Response);
  }
  const { cognito, dynamodb } = services;
  expect(dynamodb).toMatchObject({ tableName: expect.any(String), secretAccessKey: expect.any(String) });
  const config = await (await getApi("/config.json")).json();
  expect(config).toMatchObject({
    ...{ region: "ap-northeast-1", userPoolId: cognito?.userPoolId },
    ...{ userPoolClientId: cognito?.userPoolClientId, userPoolEndpoint: cognito?.endpoint },
  });
  expect(JSON.stringify(config)).not.toMatch(/secret|private|accessKey|password|token/i);
});

test("a function that is killed starts afresh with the next call", async () => {
  const health = async () => (await getApi("/api/health")).json();
  expect(await health()).toEqual({ status: "ok", version: "local" });
  await local.kill("health");
  expect(await health()).toEqual({ status: "ok", version: "local" });
});

test("one id leads from an answer to the function's lines and calls of services", async () => {
  const response = await sendCode(newPerson().phoneNumber);
  const id = response.headers.get("x-request-id") ?? "";
  const [lines, calls] = await Promise.all(
    ["logs", "requests"].map(async (of) => (await fetch(local.url(`/__local/${of}?request=${id}`))).json()),
  );
  expect(lines).toContainEqual(expect.objectContaining({ function: "verify" }));
  for (const { line } of lines) expect(JSON.parse(line).requestId).toBe(id);
  const services = calls.map(({ service }: { service: string }) => service);
  expect(services).toEqual(expect.arrayContaining(["vonage", "dynamodb"]));
});

test("every log line is JSON with its request", async () => {
  const lines = (await local.logs()).map(({ line }) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines)
    expect(line).toMatchObject({
      ...{ level: expect.any(String), event: expect.any(String), at: expect.any(String) },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
});

describe("the canary", () => {
  const run = async () => {
    const response = await post("/schedules/canary");
    return [response.ok, await response.text()];
  };

  test("signs in, reads, downloads, finds the webhook, and leaves no secret behind", async () => {
    const passed = ["site", "credentials", "sign-in", "profile", "download", "stripe", "webhook", "price"];
    expect(await run()).toEqual([true, JSON.stringify({ result: { passed, failed: [] } })]);
    const lines = (await local.logs()).filter((entry) => entry.function === "canary");
    expect(JSON.stringify(lines)).toMatch(/canary passed/);
    expect(JSON.stringify(lines)).not.toMatch(/Passw0rd|eyJ/);
  });

  test.each([
    ["secrets", "credentials"],
    ["cognito", "sign-in"],
    ["dynamodb", "profile"],
    ["s3", "download"],
  ] as const)("fails with %s out of order, and says at which step: %s", async (service, step) => {
    await local.fault({ service, status: 500, times: 20 });
    // A secret that was read is kept for minutes.
    if (service === "secrets") await local.kill("canary");
    expect(await run()).toEqual([false, expect.stringContaining(`canary failed: ${step}`)]);
  });

  test.each([
    [500, "Stripe does not answer"],
    [401, "Stripe refuses our key"],
  ])("ends well when Stripe answers %i, and counts and names it", async (status, sentence) => {
    await local.fault({ service: "stripe", status, times: 20 });
    expect(await run()).toEqual([true, expect.stringContaining('"failed":["stripe"]')]);
    // A sandbox's lines come by another way than its answer.
    const lines = async () =>
      (await local.logs())
        .filter((entry) => entry.function === "canary")
        .map(({ line }): Record<string, unknown> => JSON.parse(line));
    const failure = {
      event: "provider check failed",
      step: "stripe",
      error: expect.stringContaining(sentence),
    };
    for (const expected of [failure, { event: "metric", ProviderChecksFailed: 1 }])
      await expect.poll(lines).toContainEqual(expect.objectContaining(expected));
  });
});

/** By the calls that the screens make, with codes from the inbox. */
async function signUp(): Promise<Customer> {
  const person = await createConfirmedAccount();
  const [tokens, requestId] = [await tokensOf(person), await verifyPhone(person.phoneNumber)];
  const { email, phoneNumber: chargePhoneNumber } = person;
  const body = { operation: "signup", ...company, ...agreements, chargePhoneNumber, email, requestId };
  const { result } = await (await postJson("/api/user", body, tokens.idToken)).json();
  return { ...person, ...tokens, customerId: result.customerId };
}
async function pay(customer: Customer): Promise<void> {
  await prepareUpgrade(customer);
  await decideCheckout(await openCheckout(customer), { outcome: "paid" });
  await expectPlan(customer, "standard", "card");
}

const close = (customer: Customer) => postJson("/api/account", { operation: "close" }, customer.idToken);
const syncSignInMethods = ({ idToken, accessToken }: Customer) =>
  postJson("/api/sign-in-methods", { access_token: accessToken }, idToken);
async function addApp(customer: Customer): Promise<void> {
  await switchOnAuthenticator((await cognito()).client, customer.accessToken);
  await syncSignInMethods(customer);
}
async function addKey(customer: Customer): Promise<void> {
  await addPasskey((await cognito()).client, customer.accessToken);
  await syncSignInMethods(customer);
}

/** Names and types of all that is stored of a customer; the values where they are the same for everybody. */
async function factsOf({ loginId: Username, idToken, email }: Customer) {
  const { client, userPoolId: UserPoolId } = await cognito();
  const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
  const partitions = ["CUSTOMER", "ACTIVITY"].map((name) => itemsOf(`${name}#${subOf(idToken)}`));
  const rows = (await Promise.all(partitions)).flat().map(({ sk, ...row }) => [
    sk?.S?.replace(/(?:^2|#).*/, ""),
    ...Object.entries(row)
      .toSorted()
      .map(([name, value]) =>
        /^(?:plan|paymentType|action|kind|status|version)$/.test(name)
          ? `${name} ${JSON.stringify(value)}`
          : `${name} ${Object.keys(value)}`,
      ),
  ]);
  const mails = (await local.messages(email)).map(({ subject }) => subject);
  return {
    rows: rows.map(String).toSorted(),
    user: [user.UserStatus, user.Enabled, user.UserMFASettingList, user.PreferredMfaSetting],
    mails: mails.filter((subject) => !subject?.includes("認証コード")),
  };
}

test.each([
  ["trial", async () => {}],
  ["card", pay],
  ["closed", close],
  ["withAuthenticator", addApp],
  ["withPasskey", addKey],
] as const)(
  "a customer made in the state %s is like one who came by the screens' calls",
  async (state, goOn) => {
    const person = await signUp();
    await goOn(person);
    const made = await factsOf(await createCustomer({ state }));
    expect(made.rows.length).toBeGreaterThan(2);
    // Stripe's webhooks may still be on their way.
    await expect.poll(() => factsOf(person)).toEqual(made);
  },
);

test("a reset leaves the demo customer and the releases; people sign up as before", async () => {
  const customer = await createCustomer();
  await local.fault({ service: "tax-agency", status: 500 });
  const before = await local.logs();
  await local.reset();

  expect(await local.faults()).toEqual([]);
  const after = await local.logs();
  for (const line of before) expect(after).not.toContainEqual(line);
  expect(await local.messages(customer.email)).toEqual([]);
  await expect(tokensOf(customer)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  expect((await getApi(`/api/user?name=${customer.loginId}`, customer.idToken)).status).toBe(401);

  const { userName: loginId, password } = demoUser;
  const { idToken } = await tokensOf({ loginId, password });
  const { results } = await (await getApi(`/api/user?name=${loginId}`, idToken)).json();
  expect(results).toMatchObject([{ Plan: "trial", Email: demoUser.email }]);
  for (const fileType of ["plugin", "template", "manual"]) {
    const { result } = await (await getApi(`/api/download/file?file_type=${fileType}`, idToken)).json();
    expect((await fetch(result.url)).status).toBe(200);
  }
  expect(await (await fetch(local.url("/__local/customers"))).json()).toMatchObject([{ loginId }]);
  expect(await local.messages(demoUser.email)).toHaveLength(1);

  const next = await createCustomer();
  expect((await getApi(`/api/user?name=${next.loginId}`, next.idToken)).status).toBe(200);
});
