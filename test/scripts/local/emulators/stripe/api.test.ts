import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckout, type StripeUnderTest, secretKey, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

/** A call without the SDK: the form exactly as given. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${local.origin}${path}`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });

describe("API", () => {
  it("knows who calls", async () => {
    await expect(local.client("sk_test_wrong0000000000abcd").customers.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
    const nobody = await fetch(`${local.origin}/v1/customers`);
    expect(nobody.status).toBe(401);
  });

  it.each([
    ["unknown", "customers", "nickname=x", "parameter_unknown", "nickname"],
    ["unknown inside", "customers", "address[town]=x", "parameter_unknown", "address[town]"],
    ["empty", "customers", "name=", undefined, "name"],
    ["missing", "subscriptions", "customer=cus_1&days_until_due=30", "parameter_missing", "items"],
    [
      "no integer",
      "subscriptions",
      "customer=cus_1&days_until_due=30&items[0][price]=p&items[0][quantity]=many",
      undefined,
      "items[0][quantity]",
    ],
  ])("refuses a parameter that is %s", async (_, path, body, code, param) => {
    const response = await post(`/v1/${path}`, body);
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error).toMatchObject({ type: "invalid_request_error", param });
    expect(error.code).toBe(code);
  });

  it("pages through lists, newest first", async () => {
    const names = ["a", "b", "c", "d", "e"];
    for (const name of names) await local.stripe.customers.create({ name });
    const first = await local.stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: "list", has_more: true, url: "/v1/customers" });
    expect(first.data.map(({ name }) => name)).toEqual(["e", "d"]);
    const all = await local.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ name }) => name)).toEqual([...names].reverse());
    await expect(local.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
    await expect(local.stripe.customers.list({ starting_after: "cus_none" })).rejects.toMatchObject({
      param: "starting_after",
    });
  });

  it.each([
    [429, "StripeRateLimitError", "rate_limit"],
    [402, "StripeCardError", "card_declined"],
    [500, "StripeAPIError", undefined],
  ])("fails with %i in Stripe's own shape", (status, _, code) => {
    const { body } = local.emulator.fault(status);
    expect(JSON.parse(String(body)).error.code).toBe(code);
  });
});

describe("idempotency keys", () => {
  const create = (name: string, idempotencyKey: string) =>
    local.stripe.customers.create({ name }, { idempotencyKey });
  const count = async () => (await local.stripe.customers.list()).data.length;

  it("replays the first answer", async () => {
    const first = await create("A", "key-1");
    const second = await create("A", "key-1");
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers).not.toHaveProperty("idempotent-replayed");
    expect(second.lastResponse.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    expect(await count()).toBe(1);
  });

  it("refuses other parameters, and another endpoint", async () => {
    await create("A", "key-1");
    await expect(create("B", "key-1")).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
      message: expect.stringContaining("same parameters they were first used with"),
    });
    await expect(openCheckout(local.stripe, {}, { idempotencyKey: "key-1" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      message: expect.stringContaining("('/v1/checkout/sessions' vs '/v1/customers')"),
    });
  });

  it("forgets a key after 24 hours", async () => {
    const first = await create("A", "key-1");
    local.pass(86_399);
    expect((await create("A", "key-1")).id).toBe(first.id);
    local.pass(1);
    expect((await create("B", "key-1")).id).not.toBe(first.id);
  });

  it("keeps errors of what ran, not of what was refused before", async () => {
    const expire = () =>
      local.stripe.checkout.sessions
        .expire("cs_none", {}, { idempotencyKey: "key-1" })
        .catch((error) => error);
    await expire();
    expect((await expire()).headers).toMatchObject({ "idempotent-replayed": "true" });

    const invalid = await post("/v1/customers", "nonsense=1", { "idempotency-key": "key-2" });
    expect(invalid.status).toBe(400);
    expect((await create("A", "key-2")).name).toBe("A");
  });

  it("replays a 500, also one that came after the work was done", async () => {
    const { handle } = local.emulator;
    let answers = 0;
    local.emulator.handle = async (request) => {
      const answer = await handle(request);
      answers += 1;
      return answers === 1 ? local.emulator.fault(500, request) : answer;
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(create("A", "key-1")).rejects.toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    }
    expect(await count()).toBe(1);
  });

  it("refuses a key that is in flight, which the SDK's own retry survives", async () => {
    const held = local.emulator.hold();
    const first = create("A", "key-1");
    await held.arrived();
    await expect(create("A", "key-1")).rejects.toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
      rawType: "invalid_request_error",
    });
    held.letGo();
    await first;
    const patient = local.client(secretKey, 3);
    const refused = Promise.withResolvers<void>();
    const { handle } = local.emulator;
    local.emulator.handle = async (request) => {
      const answer = await handle(request);
      if (answer.status === 409) refused.resolve();
      return answer;
    };
    const both = [1, 2].map(() => patient.customers.create({ name: "B" }, { idempotencyKey: "key-2" }));
    await refused.promise;
    held.release();
    expect(new Set((await Promise.all(both)).map(({ id }) => id)).size).toBe(1);
  });
});
