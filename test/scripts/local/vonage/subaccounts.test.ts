import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVonageEmulator } from "../../../../scripts/local/emulators/vonage/emulator.ts";
import { type ServedEmulator, serveEmulator } from "../support/serve-emulator.ts";

const { publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const emulator = createVonageEmulator({
  clock: Date.now,
  deliver: () => {},
  applicationId: "app",
  publicKeyPem: publicKey,
  account: { apiKey: "acc6111f", apiSecret: "account-secret" },
});
let served: ServedEmulator;
beforeAll(async () => {
  served = await serveEmulator(emulator);
});
afterAll(() => served.close());

const call = (path: string, secret = "account-secret", method = "GET") =>
  fetch(`${served.url}${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`acc6111f:${secret}`).toString("base64")}` },
  });

describe("Subaccounts API", () => {
  it.each([
    ["a1b2c3d4", false],
    ["b2c3d4e5", true],
  ])("describes %s", async (key, suspended) => {
    const response = await call(`/accounts/acc6111f/subaccounts/${key}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      api_key: key,
      name: expect.any(String),
      primary_account_api_key: "acc6111f",
      use_primary_account_balance: true,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      suspended,
      balance: null,
      credit_limit: null,
    });
  });

  it.each([
    ["a wrong secret", "/accounts/acc6111f/subaccounts/a1b2c3d4", "guess", 401, "#unauthorized"],
    ["an unknown key", "/accounts/acc6111f/subaccounts/ffffffff", undefined, 404, "#invalid-api-key"],
    ["somebody else's account", "/accounts/bbb/subaccounts/a1b2c3d4", undefined, 403, "#unprovisioned"],
  ])("refuses %s", async (_, path, secret, status, type) => {
    const response = await call(path, secret);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect((await response.json()).type).toContain(type);
  });

  it("only reads, and has a name for faults", async () => {
    expect((await call("/accounts/acc6111f/subaccounts/a1b2c3d4", undefined, "PATCH")).status).toBe(404);
    const url = new URL("/accounts/acc6111f/subaccounts/a1b2c3d4", served.url);
    const request = { method: "GET", target: url.pathname, url, headers: {}, body: Buffer.alloc(0) };
    expect(emulator.operation(request)).toBe("GET /accounts/{api_key}/subaccounts/{subaccount_key}");
  });
});
