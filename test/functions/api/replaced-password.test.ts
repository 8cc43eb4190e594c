/**
 * A customer resets a password because an attacker may know it. The attacker's token, minutes old, passes the gateway, but no
 * endpoint accepts its password as a recent one. Nor does any accept one of more than ten minutes ago.
 */
import { describe, expect, test } from "vitest";
import { handler as postConfirmation } from "#functions/triggers/post-confirmation.ts";
import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { claimsOf } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

/** Of each operation. */
const bodies: Partial<Record<EndpointName, readonly object[]>> = {
  "licence-key": ["reveal", "resend", "reissue"].map((operation) => ({ operation })),
  "post-contract": [
    { operation: "resume" },
    { operation: "cancel" },
    { operation: "change-payment-type", paymentType: "invoice" },
    { operation: "invoice-fields", addressee: "総務部" },
  ],
  account: [{ operation: "close" }],
};
const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => (endpoints[name] as Endpoint).recentPassword !== undefined,
);

const replacements = {
  /** The browser closed right after the change. */
  "changed without a word": async (owner: Owner) => {
    const body = { operation: "prepare-end" };
    await portal.call("sessions", { by: owner, body });
    await world.reconcileLater();
  },
  changed: (owner: Owner) => portal.call("sessions", { by: owner, body: { operation: "end" } }),
  reset: (owner: Owner) => {
    portal.become("post-confirmation");
    return postConfirmation(
      triggerEventOf("PostConfirmation_ConfirmForgotPassword", owner),
      contextOf("post-confirmation"),
    );
  },
};

describe.each(names)("%s", (name) => {
  const [request = { text: "" }, ...others] = (bodies[name] ?? []).map((body) => ({ body }));
  const wantsPassword = async (claims: Record<string, unknown>, parts: object = request) => {
    const { json } = await portal.call(name, { claims, ...parts });
    return json.error?.code === "reauthentication_required";
  };

  test("takes a password of 598 seconds ago for each operation, and none of 601 or of an unknown time", async () => {
    const owner = await world.createCustomer();
    const ago = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
    const asked = (auth_time: unknown) =>
      Promise.all([request, ...others].map((each) => wantsPassword({ ...claimsOf(owner), auth_time }, each)));
    await world.expectNothingWritten(async () => {
      for (const auth_time of [ago(601), undefined, "", "soon", "-1", "Infinity", "[1 2]"])
        expect(new Set(await asked(auth_time)), String(auth_time)).toEqual(new Set([true]));
    });
    expect(new Set(await asked(ago(598)))).toEqual(new Set([false]));
  });

  // All of them end in the same row: the first endpoint reads it after each, the others after one.
  const kinds: readonly (keyof typeof replacements)[] =
    name === names[0] ? ["changed", "changed without a word", "reset"] : ["reset"];
  test.each(kinds)("refuses a sign-in with a password that was %s since", async (kind) => {
    const owner = await world.createCustomer();
    const before = claimsOf(owner);
    advance(60_000);
    await replacements[kind](owner);
    expect(await world.expectNothingWritten(() => wantsPassword(before))).toBe(true);
    // `auth_time` is in whole seconds: who signs in at once is not asked again.
    expect(await wantsPassword(claimsOf(owner))).toBe(false);
  });
});

test("the contract has such endpoints", () => {
  expect(names).toEqual(expect.arrayContaining(["licence-key", "export", "account", "post-contract"]));
});
