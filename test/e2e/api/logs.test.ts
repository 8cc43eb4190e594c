import { expect, test } from "vitest";
import { agreements, company } from "#test/support/company.ts";
import {
  createConfirmedAccount,
  createCustomer,
  getApi,
  newPerson,
  postJson,
  tokensOf,
  verifyPhone,
} from "../support/customer.ts";
import { local } from "../support/local.ts";

const canary = {
  corporateName: "株式会社カナリア観測所",
  city: "カナリア市",
  streetAddress: "カナリア町9-9-9",
  department: "カナリア飼育部",
  chargeLastName: "金糸雀",
  chargeFirstName: "歌子",
  kintoneDomain: "canary-domain",
  basicUserName: "canary-user",
  basicPassword: "Canary-Basic-1!",
};

/** Every line that any function has written since the portal started, errors among them. */
async function linesOfTheDay(): Promise<string> {
  return (await local.logs()).map(({ line }) => line).join("\n");
}

test("neither secrets nor names, phones, addresses or tokens stand in the logs, however things go", async () => {
  const person = newPerson();
  const { email, password, phoneNumber, loginId } = await createConfirmedAccount(person);
  const { idToken, accessToken } = await tokensOf(person);

  for (const service of ["vonage", "secrets"] as const) await local.fault({ service, status: 500, times: 3 });
  await postJson("/api/verify", { mode: "send", phone_number: newPerson().phoneNumber });
  await local.clearFaults();
  const requestId = await verifyPhone(phoneNumber);
  await postJson("/api/verify", { mode: "check", request_id: requestId, code: "000000" });

  const signup = {
    operation: "signup",
    ...company,
    ...agreements,
    ...canary,
    chargePhoneNumber: phoneNumber,
    email,
    requestId,
  };
  await postJson(
    "/api/user",
    { ...signup, [canary.basicPassword]: canary.basicPassword, prefecture: "x" },
    idToken,
  );
  await postJson("/api/user", signup, accessToken);
  await local.fault({ service: "kms", status: 500, times: 6 });
  expect((await postJson("/api/user", signup, idToken)).status).toBe(503);
  await local.clearFaults();
  await local.fault({ service: "ses", status: 500 });
  expect((await postJson("/api/user", signup, idToken)).status).toBe(200);
  await getApi(`/api/user?name=${loginId}`, idToken);
  await getApi(`/api/user?name=${encodeURIComponent(canary.chargeLastName)}`, idToken);
  await local.fault({ service: "dynamodb", operation: "GetItem", status: 0, times: 3 });
  await getApi(`/api/user?name=${loginId}`, idToken);
  await local.fault({ service: "tax-agency", status: 500 });
  await getApi("/api/corporate-number?number=7000012050002");
  await local.reconcile();

  const lines = await linesOfTheDay();
  expect(lines).toContain('"level":"error"');
  expect(lines).toContain("mail not sent, left to the reconciler");
  const code = await local.code(phoneNumber);
  const digits = phoneNumber.replaceAll("-", "");
  const secrets = [
    ...Object.values(canary),
    ...[email, password, loginId, requestId, `"${code}"`],
    ...[phoneNumber, digits, `+81${digits.slice(1)}`, "7000012050002"],
    ...[idToken, accessToken, ...idToken.split("."), company.streetAddress],
  ];
  expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
});

test("one id leads from the answer to the function's lines and its calls to other services", async () => {
  const response = await postJson("/api/verify", { mode: "send", phone_number: newPerson().phoneNumber });
  const id = response.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const [lines, calls] = await Promise.all(
    ["logs", "requests"].map(async (of) => (await fetch(local.url(`/__local/${of}?request=${id}`))).json()),
  );
  expect(lines).toContainEqual(expect.objectContaining({ function: "verify" }));
  for (const { line } of lines) expect(JSON.parse(line).requestId).toBe(id);
  const services = new Set(calls.map(({ service }: { service: string }) => service));
  expect(services).toContain("vonage");
  expect(services).toContain("dynamodb");
});

test("every line is JSON with its invocation", async () => {
  await getApi("/api/health");
  const { idToken } = await createCustomer();
  await postJson("/api/voice-provider/check", { api_key: "a1b2c3d4" }, idToken);
  const lines = (await local.logs()).map(({ line }) => JSON.parse(line));
  for (const line of lines) {
    expect(line).toMatchObject({
      level: expect.any(String),
      event: expect.any(String),
      at: expect.any(String),
    });
    expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
});
