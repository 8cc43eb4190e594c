import { afterEach, expect, test } from "vitest";
import { local } from "../support/local.ts";

afterEach(() => local.clearFaults());

const runCanary = async () => {
  const response = await fetch(local.url("/__local/schedules/canary"), { method: "POST" });
  return { ok: response.ok, text: await response.text() };
};

test("the canary signs in, reads, downloads and finds the webhook, and leaves no secret behind", async () => {
  const { ok, text } = await runCanary();
  expect(ok, text).toBe(true);
  expect(JSON.parse(text)).toEqual({
    result: { passed: ["site", "credentials", "sign-in", "record", "download", "webhook", "price"] },
  });
  const lines = (await local.logs()).filter((entry) => entry.function === "canary");
  expect(JSON.stringify(lines)).not.toMatch(/Passw0rd|eyJ/);
});

test.each([
  ["secrets", "credentials"],
  ["cognito", "sign-in"],
  ["dynamodb", "record"],
  ["s3", "download"],
  ["stripe", "webhook"],
] as const)("with %s out of order it fails, and says at which step", async (service, step) => {
  await local.fault({ service, status: 500, times: 20 });
  // A secret that was read is kept for minutes.
  if (service === "secrets") await local.kill("canary");
  const { ok, text } = await runCanary();
  expect(ok).toBe(false);
  expect(text).toContain(`canary failed: ${step}`);
});
