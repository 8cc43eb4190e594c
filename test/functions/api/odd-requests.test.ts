/** Odd values in every parameter of every endpoint cause no failure and are not stored. */
import { validateHeaderValue } from "node:http";
import { expect, test } from "vitest";
import { newBrowser } from "#functions/activity/browser-table.ts";
import { passwordChanged } from "#functions/activity/password-table.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { transactWrite } from "#functions/platform/table.ts";
import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import { isUsableText } from "#shared/rules.ts";
import { type OddRequest, oddRequests, oddTexts, type Request, together } from "#test/campaign/corpus.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { newPerson } from "../support/people.ts";
import type { Reply } from "../support/portal.ts";
import { endpointsThat, requestTo } from "../support/requests.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const names = endpointsThat(() => true);

const ask = (name: EndpointName, owner: Owner, request: Request, headers = {}) =>
  portal.call(name, { ...requestTo(name, owner, request), address: owner.address, headers });

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

async function newCustomer(plan: "trial" | "standard"): Promise<Owner> {
  const owner = plan === "trial" ? await world.createCustomer() : await world.createStandardCustomer();
  portal.become("operator");
  // Rows of every kind in the history.
  await transactWrite([
    newBrowser(owner.sub, "a browser"),
    ...passwordChanged(owner.sub, "password-changed"),
  ]);
  return owner;
}

/** Signed in, with a verified phone number: the sign-up's last call is the next. */
async function newVisitor(): Promise<Owner & { requestId: string }> {
  const person = newPerson();
  portal.cognito.seedUser({ userName: person.loginId, password: "Correct-Horse-1", ...person });
  return { ...person, customerId: "none", requestId: await verifyPhone(portal, person) };
}

const callers = {
  standard: () => newCustomer("standard"),
  trial: () => newCustomer("trial"),
  visitor: newVisitor,
} as const;

async function requestsBy(owner: Owner & { requestId?: string }) {
  portal.become("announce");
  const token = await unsubscribeToken(owner.sub);
  return requestsOf({ requestId: "unknown", ...owner, accessToken: "a.b.c", unsubscribeToken: token });
}

const kinds = ["standard", "trial", "visitor"] as const;
type Kind = (typeof kinds)[number];

/** The request of an endpoint at a place, and a kind of caller whom it serves. */
interface Place {
  name: EndpointName;
  of: number;
  kind: Kind;
}
const current = new Map<Kind, Owner>();
const failures: string[] = [];

/** Returns whether the request with those odd values, by their names, was served. */
async function attempt({ name, of, kind }: Place, odd: readonly string[] = []): Promise<boolean> {
  const before = current.get(kind);
  const owner = before ?? (await callers[kind]());
  const { [of]: request = {} } = (await requestsBy(owner))[name];
  const chosen = [...oddRequests(request)].filter(({ what }) => odd.includes(what));
  const from = { ...owner, address: newPerson().address };
  const { status, headers, text } = await ask(name, from, together(chosen, request));
  // A request must not be refused for what an earlier one counted or changed.
  const isLate = status === 409 || status === 429;
  if (isLate || (status < 400 && endpoints[name].method === "POST")) current.delete(kind);
  else current.set(kind, owner);
  if (isLate && before) return attempt({ name, of, kind }, odd);
  if (status >= 500 || !areSendable(headers))
    failures.push(`${name} by ${kind}: ${odd.join(", ")}: ${status} ${text}`);
  return status < 400;
}

/** One value of each field at a time. Fields whose odd values are refused go alone: the others would be refused with them. */
async function attemptEachValue(place: Place, fields: readonly string[][]): Promise<void> {
  const alone = new Set<string[]>();
  for (let round = 0; fields.some(({ length }) => length > round); round += 1) {
    const left = fields.filter(({ length }) => length > round);
    const joined = left.filter((field) => !alone.has(field));
    const oddOf = (field: string[]) => field.slice(round, round + 1);
    const isServed = await attempt(place, joined.flatMap(oddOf));
    const apart = isServed || joined.length === 1 ? left.filter((field) => alone.has(field)) : left;
    for (const field of apart) if (!(await attempt(place, oddOf(field)))) alone.add(field);
  }
}

const byParameter = (odd: readonly OddRequest[] = []): OddRequest[][] => [
  ...Map.groupBy(odd, ({ parameter }) => parameter).values(),
];
const namesOf = (odd: readonly OddRequest[]): string[] => odd.map(({ what }) => what);

/** Fields that take the same strange values share them: each value is tried in one of the fields. */
function divideStrangeValues(fields: readonly OddRequest[][]): string[][] {
  const kindOf = (field: readonly OddRequest[]) =>
    field.map(({ isStrange, parameter, what }) => isStrange && what.slice(parameter.length)).join();
  const kinds = Map.groupBy(fields, kindOf);
  return fields.map((field) => {
    const same = kinds.get(kindOf(field)) ?? [];
    const isOwn = (_: OddRequest, index: number) => index % same.length === same.indexOf(field);
    return namesOf(field.filter((odd, index) => !odd.isStrange || isOwn(odd, index)));
  });
}

test("every endpoint answers every kind of caller and every odd parameter without 5xx", async () => {
  const newcomer = await newVisitor();
  const served: (Place & { fields: OddRequest[][] })[] = [];
  for (const name of names)
    for (const [of, request] of ((await requestsBy(newcomer))[name] as Request[]).entries()) {
      const odd = Map.groupBy(oddRequests(request), (each) => isTaken(endpoints[name], each.request));
      const fields = byParameter(odd.get(true));
      let place: Place | undefined;
      for (const kind of kinds) if (await attempt({ name, of, kind })) place ??= { name, of, kind };
      if (place) served.push({ ...place, fields });
      // All values that the schema refuses have one answer, and almost all of a caller who is refused the good request.
      const once = (all: OddRequest[][]) => namesOf(all.flatMap(([first]) => first ?? []));
      const stranger = { name, of, kind: "standard" } as const;
      await attempt(place ?? stranger, once(byParameter(odd.get(false))));
      if (!place) for (const what of once(fields)) await attempt(stranger, [what]);
    }
  const values = divideStrangeValues(served.flatMap(({ fields }) => fields));
  for (const { fields, ...place } of served) await attemptEachValue(place, values.splice(0, fields.length));
  expect(failures).toEqual([]);
});

const readsToken = names.filter((name) => endpoints[name].authentication === "optional-id-token");
test.each(readsToken)("%s takes an odd token for none", async (name) => {
  for (const [what, authentication] of Object.entries(oddTexts)) {
    const owner = { ...newPerson(), customerId: "none" };
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
