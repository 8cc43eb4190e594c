import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { callerOf } from "#functions/runtime/caller.ts";
import { serveTo } from "#functions/runtime/endpoint.ts";
import { type Endpoint, getUser } from "#shared/endpoints.ts";
import { contextOf, eventOf } from "../support/events.ts";
import { claimsOf, newPerson } from "../support/people.ts";

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});

const person = newPerson();
const run = vi.fn(async () => ({ results: [] }));
const now = () => Math.floor(Date.now() / 1000);

async function call(endpoint: Endpoint, claims: Record<string, unknown>, body?: unknown) {
  run.mockClear();
  const event = eventOf({
    claims: { ...claimsOf(person), ...claims },
    query: { name: person.loginId },
    body,
  });
  const response = await serveTo(endpoint, async (each) => callerOf(each), run)(event, contextOf("test"));
  expect(run).toHaveBeenCalledTimes(response.statusCode === 200 ? 1 : 0);
  return [response.statusCode, JSON.parse(response.body ?? "").error?.code];
}
const refused = [403, "reauthentication_required"];
const passed = [200, undefined];

describe("an endpoint that wants a recent password", () => {
  const guarded: Endpoint = { ...getUser, recentPassword: true };

  test.each([
    ["just now", 0],
    ["ten minutes ago, almost", 598],
  ])("lets a sign-in pass that was %s", async (_, age) => {
    expect(await call(guarded, { auth_time: String(now() - age) })).toEqual(passed);
  });

  test.each([
    ["more than ten minutes ago", String(now() - 602)],
    ["nothing", undefined],
    ["an empty claim", ""],
    ["no number", "soon"],
    ["a negative number", "-1"],
    ["endless", "Infinity"],
    ["a list", "[1 2]"],
  ])("refuses a token that says %s", async (_, auth_time) => {
    expect(await call(guarded, { auth_time })).toEqual(refused);
  });

  test("asks who is calling first, and what for", async () => {
    expect(await call(guarded, { sub: "" })).toEqual([401, "unauthorized"]);
    expect(await call({ ...guarded, query: z.strictObject({}) }, {})).toEqual([400, "bad_request"]);
  });
});

test("only the named operations want one", async () => {
  const body = z.strictObject({ operation: z.string() });
  const guarded: Endpoint = { ...getUser, body, recentPassword: ["cancel"] };
  const old = { auth_time: String(now() - 3600) };
  expect(await call(guarded, old, { operation: "cancel" })).toEqual(refused);
  expect(await call(guarded, old, { operation: "resume" })).toEqual(passed);
});

test("an endpoint that does not ask takes any sign-in", async () => {
  expect(await call(getUser, { auth_time: "0" })).toEqual(passed);
});
