import { beforeEach, describe, expect, test } from "vitest";
import { globalSignOuts } from "../support/accounts.ts";
import { claimsOf, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { leaseMs } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal, reconcileLater: reconcile } = world;
const { newAccount } = portal;
beforeEach(portal.requests.clear);

const post = (person: Person, body: object) => portal.call("sessions", { by: person, body });
const end = (person: Person) => post(person, { operation: "end" });
const prepareEnd = async (person: Person): Promise<number> => {
  const { status, text } = await post(person, { operation: "prepare-end" });
  expect(status).toBe(200);
  return JSON.parse(text).result.id;
};
const signOuts = () => globalSignOuts(portal).map(({ status }) => status);

describe("a stolen session", () => {
  const thiefOf = (person: Person) => ({ ...claimsOf(person), origin_jti: "stolen" });
  const ownerOf = (person: Person) => ({ ...claimsOf(person), origin_jti: "own" });
  const postAs = async (claims: Record<string, unknown>, body: object) => {
    const { status, text } = await portal.call("sessions", { claims, body });
    expect(status).toBe(200);
    return JSON.parse(text).result;
  };

  test("does not keep its owner from ending it by ending sessions as often as it can", async () => {
    const person = newAccount();
    for (let count = 0; count < 20; count += 1) await postAs(thiefOf(person), { operation: "end" });
    expect(await postAs(thiefOf(person), { operation: "end" })).toEqual({ ended: false });
    portal.requests.clear();
    expect(await postAs(ownerOf(person), { operation: "end" })).toEqual({ ended: true });
    expect(signOuts()).toEqual([200]);
  });

  test("is ended by the reconciler where its own requests have used up the limit", async () => {
    const person = newAccount();
    for (let count = 0; count < 20; count += 1) await end(person);
    portal.requests.clear();
    expect((await end(person)).text).toBe('{"result":{"ended":false}}');
    expect(signOuts()).toEqual([]);
    await reconcile();
    expect(signOuts()).toEqual([200]);
    expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
  });

  test.each([
    ["a preparation of its owner", false],
    ["an end that still has to be made", true],
  ])("cannot cancel %s, before or after its own", async (_, isEnd) => {
    for (const isFirst of [true, false]) {
      const person = newAccount();
      portal.faults.add({ service: "cognito", operation: "AdminUserGlobalSignOut", status: 500, times: 3 });
      const own = () => postAs(ownerOf(person), { operation: isEnd ? "end" : "prepare-end" });
      if (!isFirst) await own();
      const { id } = await postAs(thiefOf(person), { operation: "prepare-end" });
      if (isFirst) await own();
      portal.faults.clear();
      for (const guess of [id, Date.now(), 1])
        await postAs(thiefOf(person), { operation: "cancel-end", id: guess });
      portal.requests.clear();
      await reconcile();
      expect(signOuts()).toEqual([200]);
    }
  });

  test("does not put its end off by preparing again and again", async () => {
    const person = newAccount();
    await postAs(ownerOf(person), { operation: "prepare-end" });
    for (const _ of [1, 2, 3]) {
      advance(leaseMs / 3);
      await postAs(thiefOf(person), { operation: "prepare-end" });
    }
    advance(1000);
    await world.reconcile();
    expect(signOuts()).toEqual([200]);
  });
});

type Step = "prepare" | "cancel the first" | "cancel the last" | "end";
/** Steps of one tab, or of two: a tab whose preparation was joined may have been given the password of before. */
test.each<[what: string, steps: Step[], isEndedLater: boolean]>([
  ["a password change that no browser reports ends every session later", ["prepare"], true],
  ["a cancelled preparation ends no session", ["prepare", "cancel the last"], false],
  ["a request cannot cancel another one's preparation", ["prepare", "prepare", "cancel the last"], true],
  ["a preparation that another tab joined stays", ["prepare", "prepare", "cancel the first"], true],
  ["a preparation is over with its end", ["prepare", "end"], false],
])("%s", async (_, steps, isEndedLater) => {
  const person = newAccount();
  const ids: number[] = [];
  for (const step of steps) {
    advance(1);
    if (step === "prepare") ids.push(await prepareEnd(person));
    else if (step === "end") await end(person);
    else await post(person, { operation: "cancel-end", id: ids.at(step === "cancel the first" ? 0 : -1) });
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect((await portal.item("SESSIONS", person.sub)) !== undefined).toBe(isEndedLater);
  portal.requests.clear();
  await world.reconcile();
  expect(signOuts()).toEqual([]);
  await reconcile();
  expect(signOuts()).toEqual(isEndedLater ? [200] : []);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});

test("a sign-out everywhere ends every session, and is no change of the password", async () => {
  const person = newAccount();
  const { status, text } = await post(person, { operation: "sign-out" });
  expect([status, text]).toEqual([200, '{"result":{"ended":true}}']);
  expect(signOuts()).toEqual([200]);
  expect(await world.kindsOf(person)).toEqual(["signed-out-everywhere"]);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
  expect((await portal.item(`ACTIVITY#${person.sub}`, "PASSWORD"))?.at).toBeUndefined();
});
