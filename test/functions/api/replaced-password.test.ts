/**
 * Every operation that wants a recent password takes it from the caller's own session. A customer resets a password because an attacker
 * may know it: the attacker's token, minutes old, passes the gateway, but no endpoint accepts its password as a recent one. Nor does any
 * accept one of more than ten minutes ago, or that of another session.
 */
import { describe, expect, test } from "vitest";
import { handler as postConfirmation } from "#functions/triggers/post-confirmation.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { claimsOf, newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { endpointOf, endpointsThat } from "../support/requests.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

const nobody = { customerId: "", accessToken: "", requestId: "", unsubscribeToken: "" };
/** Of each operation, the one that closes the account last. */
const requestsTo = (name: EndpointName): readonly object[] => {
  const all = requestsOf({ ...newPerson(), ...nobody })[name] as readonly { body?: { operation?: string } }[];
  const last = all.filter(({ body }) => body?.operation === "close");
  return [...all.filter((each) => !last.includes(each)), ...last].map((each) =>
    each.body === undefined ? { text: "" } : each,
  );
};

/** The operations that the body's schema knows. */
function operationsIn(schema: unknown): string[] {
  const { options, shape } =
    (schema as { def?: { options?: unknown[]; shape?: Shape } } | undefined)?.def ?? {};
  if (options) return options.flatMap(operationsIn);
  return [...(shape?.operation?._zod.values ?? [])].map(String);
}
type Shape = Partial<Record<string, { _zod: { values?: Set<unknown> } }>>;

const names = endpointsThat(({ recentPassword }) => recentPassword !== undefined);

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
  /** Without another password. */
  "signed out everywhere": (owner: Owner) =>
    portal.call("sessions", { by: owner, body: { operation: "sign-out" } }),
};

describe.each(names)("%s", (name) => {
  const requests = requestsTo(name);
  const [request = {}] = requests;
  const wantsPassword = async (claims: Record<string, unknown>, parts: object = request) => {
    const { json } = await portal.call(name, { claims, ...parts });
    return json.error?.code === "reauthentication_required";
  };

  test("takes a password of 598 seconds ago, and none of 601 or of an unknown time", async () => {
    const owner = await world.createCustomer();
    const ago = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
    const asked = (auth_time: unknown) =>
      Promise.all(requests.map((each) => wantsPassword({ ...claimsOf(owner), auth_time }, each)));
    await world.expectNothingWritten(async () => {
      for (const auth_time of [ago(601), undefined, "", "soon", "-1", "Infinity", "[1 2]"])
        expect(new Set(await asked(auth_time)), String(auth_time)).toEqual(new Set([true]));
    });
    expect(new Set(await asked(ago(598)))).toEqual(new Set([false]));
  });

  test("takes the proof of one session for none of another's", async () => {
    const owner = await world.createCustomer();
    const own = claimsOf(owner);
    const stolen = { ...own, origin_jti: "stolen", auth_time: String(Number(own.auth_time) - 660) };
    for (const each of requests) {
      expect(await world.expectNothingWritten(() => wantsPassword(stolen, each))).toBe(true);
      expect(await wantsPassword(own, each)).toBe(false);
    }
    for (const each of requests)
      expect(await world.expectNothingWritten(() => wantsPassword(stolen, each))).toBe(true);
  });

  test("is tried with each of its operations", () => {
    const { body } = endpointOf(name);
    const bodies = requests.map((each) => (each as { body?: { operation: string } }).body);
    const tried = bodies.flatMap((each) => each?.operation ?? []);
    expect(tried.toSorted()).toEqual(operationsIn(body).toSorted());
  });

  // All of them end in the same row: the first endpoint reads it after each, the others after one.
  const kinds: readonly (keyof typeof replacements)[] =
    name === names[0]
      ? ["changed", "changed without a word", "reset", "signed out everywhere"]
      : ["reset", "signed out everywhere"];
  test.each(kinds)("refuses a sign-in of before the password was replaced: %s", async (kind) => {
    const owner = await world.createCustomer();
    const before = claimsOf(owner);
    advance(60_000);
    await replacements[kind](owner);
    for (const each of requests)
      expect(await world.expectNothingWritten(() => wantsPassword(before, each))).toBe(true);
    // `auth_time` is in whole seconds: who signs in at once is not asked again.
    expect(await wantsPassword(claimsOf(owner))).toBe(false);
  });
});

test("the contract has such endpoints", () => {
  expect(names).toEqual(expect.arrayContaining(["licence-key", "export", "account", "post-contract"]));
});
