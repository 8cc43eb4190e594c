/** Odd values in every parameter of every endpoint cause no failure and are not stored. */
import { validateHeaderValue } from "node:http";
import { describe, expect, test } from "vitest";
import { newBrowser, passwordChanged } from "#functions/activity/activity-table.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { writeTogether } from "#functions/platform/table.ts";
import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import { isUsableText } from "#shared/rules.ts";
import { type OddRequest, oddRequests, oddTexts } from "#test/campaign/corpus.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { startAccount } from "../support/account.ts";
import { eventOf } from "../support/events.ts";
import { handlerOf } from "../support/handlers.ts";
import type { Payer } from "../support/paying.ts";
import { claimsOf, newPerson } from "../support/people.ts";
import type { Reply } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const account = await startAccount();
const { portal } = account;
const names = Object.keys(endpoints) as EndpointName[];

type Request = OddRequest["request"];

async function ask(name: EndpointName, owner: Payer, { query, body }: Request, headers = {}) {
  const { method, authentication }: Endpoint = endpoints[name];
  const event = eventOf({
    ...(authentication === "id-token" && { claims: claimsOf(owner) }),
    ...(query && { query: query as Record<string, string> }),
    ...(method === "POST" && { body: body ?? {} }),
    address: owner.address,
    headers,
  });
  return portal.call(name, await handlerOf(name), event);
}

const isTaken = (endpoint: Endpoint, { query, body }: Request): boolean =>
  (endpoint.query?.safeParse(query).success ?? true) && (endpoint.body?.safeParse(body).success ?? true);

/** A header that Node sends, or the whole answer is lost. */
function areSendable(headers: Reply["headers"]): boolean {
  try {
    return Object.entries(headers).every(
      ([name, value]) => validateHeaderValue(name, String(value)) === undefined,
    );
  } catch {
    return false;
  }
}

async function newCustomer(plan: "trial" | "standard"): Promise<Payer> {
  const owner = plan === "trial" ? await account.newOwner() : await account.newStandardOwner();
  portal.become("operator");
  // Rows of every kind in the history.
  await writeTogether([
    newBrowser(owner.sub, "a browser"),
    ...passwordChanged(owner.sub, "password-changed"),
  ]);
  return owner;
}

/** Signed in, with a verified phone number: the sign-up's last call is the next. */
async function newVisitor(): Promise<Payer & { requestId: string }> {
  const person = newPerson();
  portal.cognito.seedUser({ userName: person.loginId, password: "Correct-Horse-1", ...person });
  return { ...person, customerId: "none", requestId: await verifyPhone(portal, person) };
}

const callers = {
  visitor: newVisitor,
  trial: () => newCustomer("trial"),
  standard: () => newCustomer("standard"),
} as const;

async function requestsBy(owner: Payer & { requestId?: string }) {
  portal.become("reconcile");
  const token = await unsubscribeToken(owner.sub);
  return requestsOf({ requestId: "unknown", ...owner, accessToken: "a.b.c", unsubscribeToken: token });
}

/**
 * Asks as a caller of one kind. What an earlier request counted or changed must not refuse this one: a refusal that no new caller has got
 * yet is asked for again by a new one.
 */
async function newAsker(name: EndpointName, kind: keyof typeof callers) {
  const begin = async () => {
    const owner = await callers[kind]();
    const requests = (await requestsBy(owner))[name];
    return {
      owner,
      requests,
      odd: requests.flatMap((each, of) => [...oddRequests(each)].map((odd) => ({ ...odd, of }))),
    };
  };
  let current = await begin();
  let isNew = true;
  const { odd } = current;
  const refusals = new Set<string>();
  const askNow = (index: number): Promise<Reply> =>
    ask(name, current.owner, current.odd[index]?.request ?? {});
  const refusalOf = (index: number, { json }: Reply): string => `${odd[index]?.of} ${json.error?.code}`;
  const exchange = async (): Promise<void> => {
    current = await begin();
    isNew = true;
  };
  return {
    odd,
    /** Whether this kind of caller is refused the request as it is, by its place: an odd one hardly gets further. */
    async refusals(): Promise<boolean[]> {
      const statuses: number[] = [];
      for (const of of current.requests.keys()) {
        const { owner, requests } = await begin();
        statuses.push((await ask(name, owner, requests[of] ?? {})).status);
      }
      return statuses.map((status) => status >= 400);
    },
    async ask(index: number): Promise<Reply> {
      let reply = await askNow(index);
      const isRefused = reply.status >= 400 && reply.status < 500;
      if (isRefused && !isNew && !refusals.has(refusalOf(index, reply))) {
        await exchange();
        reply = await askNow(index);
      }
      if (isNew) refusals.add(refusalOf(index, reply));
      isNew = false;
      // A visitor signs up once.
      if (kind === "visitor" && reply.status === 200) await exchange();
      return reply;
    },
  };
}

describe.each(names)("%s", (name) => {
  const kinds = ["visitor", "trial", "standard"] as const;
  test.each(kinds)("answers every odd parameter of a caller (%s) without a 5xx", async (kind) => {
    const failures: string[] = [];
    const asker = await newAsker(name, kind);
    const isRefused = await asker.refusals();
    const asked = new Set<string>();
    for (const [index, { what, parameter, request, of }] of asker.odd.entries()) {
      // All values that the schema refuses have one answer, and so have almost all that this caller is refused anyway.
      const isSchemas = !isTaken(endpoints[name], request);
      if (isSchemas || isRefused[of]) {
        const once = isSchemas ? parameter : `${of} ${parameter}`;
        if (asked.has(once)) continue;
        asked.add(once);
      }
      // Each visitor verifies a number and signs up: every third text, another one in the next field.
      if (kind === "visitor" && !isRefused[of] && !isSchemas && index % 3 > 0) continue;
      const { status, headers, text } = await asker.ask(index);
      if (status >= 500 || !areSendable(headers)) failures.push(`${what}: ${status} ${text}`);
    }
    expect(failures).toEqual([]);
  });
});

const readsToken = names.filter((name) => endpoints[name].authentication === "optional-id-token");
test.each(readsToken)("%s takes an odd token for none", async (name) => {
  for (const [what, authentication] of Object.entries(oddTexts)) {
    const owner = await newCustomer("trial");
    const [request = {}] = (await requestsBy(owner))[name];
    const { status } = await ask(name, owner, request, { authentication });
    expect([what, status]).toEqual([what, 200]);
  }
});

test("the table contains no odd value", async () => {
  const texts = JSON.stringify(await portal.everything(), (_, value) => value, 0);
  const stored: string[] = [];
  JSON.parse(texts, (_, value) => {
    if (typeof value === "string") stored.push(value);
    return value;
  });
  expect(stored.length).toBeGreaterThan(1000);
  expect(stored.filter((text) => !isUsableText(text))).toEqual([]);
});
