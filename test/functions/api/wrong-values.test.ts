/** A wrong value beside good ones: the endpoint refuses the request before it writes anything or asks a provider. */
import { expect, test } from "vitest";
import type { EndpointName } from "#shared/endpoints.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { requestTo } from "../support/requests.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const owner = await world.createStandardCustomer();
const requests = requestsOf({ requestId: "unknown", ...owner, accessToken: "a.b.c", unsubscribeToken: "t" });

type Values = Record<string, unknown>;
/** One row for each value. */
const each = (field: string, ...values: unknown[]): Values[] => values.map((value) => ({ [field]: value }));
const noYear = { year: undefined, format: undefined };
const page = "/upgrade/payment?uuid=";

const wrong: Partial<Record<EndpointName, Values[]>> = {
  "checkout-session": [
    ...each("success_path", "/menu", "https://evil.example/", `${page}short`, `${page}${"a".repeat(16)}`),
    ...each("cancel_path", "/menu", "https://evil.example"),
  ],
  "setup-session": [{ cancel_path: "/contract" }, { success_path: "/menu" }],
  subscription: [
    { mode: "invoice", billing_charge_name: " " },
    { mode: "invoice", billing_phone_number: "0312345678" },
    { mode: "invoice", billing_email: "keiri@example" },
  ],
  "post-contract": [
    { operation: "upgrade" },
    { operation: "cancel", reason: "bored" },
    { operation: "change-payment-type", paymentType: "cash" },
    { operation: "invoice-fields", addressee: "株".repeat(101) },
    { operation: "invoice-fields", ccAddresses: "keiri@example.com, keiri" },
    { operation: "invoice-fields", ccAddresses: "a@example.com b@example.com c@example.com d@example.com" },
  ],
  invoices: [
    ...each("year", "26", undefined),
    { format: "pdf" },
    ...each("receipt", "", "in_", "ch_1", "in_../x").map((row) => ({ ...noYear, ...row })),
  ],
  "create-quote": [...each("addressee", undefined, "株".repeat(101)), ...each("months", 0, 13)],
  releases: each("file_type", undefined, "CURRENT"),
  "download-file": each("version", "", "latest", "1.0.0/../../manual", `1.0.0-${"a".repeat(60)}`),
  "voice-provider-check": each("api_key", "a1b2c3d", "a1b2c3d4e", "a1b2-3d4", ""),
  "voice-provider-diagnose": [
    ...each("apiSecret", "short", undefined),
    ...[{ applicationId: "1234" }, { privateKey: "*" }, { webhookUrl: "http://127.0.0.1/" }],
  ],
  "corporate-number": each(
    "number",
    ...["", "123", "70000120500020", "７０００012050002", "7000012050002,7000020100005"],
  ),
};
const rows = Object.entries(wrong).flatMap(([name, values]) =>
  values.map(
    (value) => [name as EndpointName, JSON.stringify(value, (_, part) => part ?? "none"), value] as const,
  ),
);

test.each(rows)("%s refuses %s", async (name, _, values) => {
  const kinds = ["operation", "mode"].filter((key) => key in values);
  const all = requests[name] as readonly { query?: Values; body?: Values }[];
  const good = all.find(({ body }) => kinds.every((key) => body?.[key] === values[key])) ?? all[0];
  const part = good?.query ? "query" : "body";
  portal.requests.clear();
  const sent = JSON.parse(JSON.stringify({ ...good?.[part], ...values }));
  const request = requestTo(name, owner, { [part]: sent });
  const { fields = {} } = await world.expectRefused(() => portal.call(name, request), "bad_request");
  // Of a value that only another one beside it would allow no field is named.
  const [named] = Object.keys(fields);
  if (named !== undefined) expect(Object.keys(values)).toContain(named);
  const asked = portal.requests.list().map(({ service }) => service);
  expect(asked.filter((service) => !["cognito", "dynamodb"].includes(service))).toEqual([]);
});
