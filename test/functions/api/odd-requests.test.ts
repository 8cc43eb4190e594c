/** Whatever a stranger sends in any parameter of any endpoint: nothing breaks, and nothing odd is stored. */
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
import { claimsOf } from "../support/people.ts";
import type { Reply } from "../support/portal.ts";

const account = await startAccount();
const { portal } = account;
const names = Object.keys(endpoints) as EndpointName[];

async function requestsBy(owner: Payer) {
  portal.become("reconcile");
  const token = await unsubscribeToken(owner.sub);
  return requestsOf({ ...owner, accessToken: "a.b.c", requestId: "unknown", unsubscribeToken: token });
}

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

/** On either plan, and with rows of every kind in the history. */
async function newOwner(plan: "trial" | "standard"): Promise<Payer> {
  const owner = plan === "trial" ? await account.newOwner() : await account.newStandardOwner();
  portal.become("operator");
  await writeTogether([
    newBrowser(owner.sub, "a browser"),
    ...passwordChanged(owner.sub, "password-changed"),
  ]);
  return owner;
}

describe.each(names)("%s", (name) => {
  test("answers every odd parameter without a 5xx", { timeout: 120_000 }, async () => {
    const refused = await newOwner("trial");
    const failures: string[] = [];
    const check = async (owner: Payer, { what, request }: OddRequest) => {
      const { status, headers, text } = await ask(name, owner, request);
      if (status >= 500 || !areSendable(headers)) failures.push(`${what}: ${status} ${text}`);
    };
    const sent = new Set<string>();
    // What was counted or changed for one request must not refuse the next one early.
    for (const odd of (await requestsBy(refused))[name].flatMap((each) => [...oddRequests(each)]))
      if (isTaken(endpoints[name], odd.request))
        for (const plan of ["trial", "standard"] as const) await check(await newOwner(plan), odd);
      // What the schema refuses is one answer, whatever it is.
      else if (!sent.has(odd.parameter)) {
        sent.add(odd.parameter);
        await check(refused, odd);
      }
    expect(failures).toEqual([]);
  });
});

const readsToken = names.filter((name) => endpoints[name].authentication === "optional-id-token");
test.each(readsToken)("%s takes an odd token for none", async (name) => {
  for (const [what, authentication] of Object.entries(oddTexts)) {
    const owner = await newOwner("trial");
    const [request = {}] = (await requestsBy(owner))[name];
    const { status } = await ask(name, owner, request, { authentication });
    expect([what, status]).toEqual([what, 200]);
  }
});

test("nothing odd was stored", async () => {
  const texts = JSON.stringify(await portal.everything(), (_, value) => value, 0);
  const stored: string[] = [];
  JSON.parse(texts, (_, value) => {
    if (typeof value === "string") stored.push(value);
    return value;
  });
  expect(stored.length).toBeGreaterThan(1000);
  expect(stored.filter((text) => !isUsableText(text))).toEqual([]);
});
