/**
 * A stranger's answers about somebody who has an account read like those about somebody who has none: docs/security.md, "Limits that a
 * stranger sees". The calls are those of every endpoint that needs no id token, in any order, up to the limits and beyond.
 */
import { randomUUID } from "node:crypto";
import {
  CognitoIdentityProviderServiceException,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { sendCode } from "#functions/phone/send-code.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { handler as customMessage } from "#functions/triggers/custom-message.ts";
import { handler as preSignUp } from "#functions/triggers/pre-sign-up.ts";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import type { ServiceName } from "#scripts/local/emulators/emulator.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { userPoolOf } from "#scripts/local/seed/user-pool.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import fc from "#test/support/property.ts";
import { seedUnconfirmed } from "../support/accounts.ts";
import { contextOf } from "../support/events.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance, beginDay, type Reply } from "../support/portal.ts";
import { endpointsThat, requestTo } from "../support/requests.ts";
import { check, codeOf } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

/** The user pool with those triggers that a stranger's call runs. */
const handlers = { "pre-sign-up": preSignUp, "custom-message": customMessage } as const;
const world = await startWorld({
  userPool: {
    settings: userPoolSettings,
    triggers: userPoolOf({}, async (name, event) => {
      const handler = handlers[name as keyof typeof handlers] as
        | ((...given: unknown[]) => unknown)
        | undefined;
      if (handler === undefined) return event;
      return ownEnvironment.run(world.portal.environmentOf(name), () => handler(event, contextOf(name)));
    }).triggers,
  },
});
const { portal } = world;

/** Somebody, whom strangers ask about. */
interface Lane {
  subject: Person;
  strangers: readonly Person[];
  /** Of the last code that was sent; before, of none. */
  requestId: string;
}

type Step = (lane: Lane, stranger: Person) => Promise<unknown>;

const outcomeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof CognitoIdentityProviderServiceException) return `${error.name} ${error.message}`;
    throw error;
  }
};

/** As a stranger sees it: without what is different in every answer, and with the names of what the stranger gave. */
function seen({ subject, requestId }: Lane, { status, headers, text }: Reply): unknown {
  const { "x-request-id": _, ...rest } = headers;
  const given = Object.entries({ ...subject, requestId });
  const named = (all: string): string =>
    given.reduce((left, [name, value]) => left.replaceAll(value, `<${name}>`), all);
  return [status, named(JSON.stringify(rest)), named(text).replace(/(?<="request_id":")[\w-]+/, "<new>")];
}

/** The requests of an endpoint that needs no id token, with everything that they can name. */
const ask =
  (name: EndpointName, index: number): Step =>
  async (lane, { address }) => {
    const { subject, requestId } = lane;
    const token = `${subject.sub}.${"A".repeat(43)}`;
    const names = { customerId: "none", accessToken: "none", unsubscribeToken: token };
    const request = requestsOf({ ...subject, requestId, ...names })[name][index];
    const reply = await portal.call(name, { ...requestTo(name, subject, request), address });
    const answer = seen(lane, reply);
    lane.requestId = reply.json.request_id ?? requestId;
    return answer;
  };

const anyone = { loginId: "x", email: "x@example.com", phoneNumber: "090-1234-5678", requestId: "x" };
const examples = requestsOf({ ...anyone, customerId: "x", accessToken: "x", unsubscribeToken: "x" });
const contract = endpointsThat(({ authentication }) => authentication !== "id-token").flatMap((name) =>
  examples[name].map((_, index) => [`${name} ${index}`, ask(name, index)] as const),
);

/**
 * Calls beside the contract. Requests for another code of the sign-up and for a new password are not compared: their refusal tells that
 * the login ID has an account, as Cognito's own answer to a sign-up does.
 */
const beside: Record<string, Step> = {
  "sign up with the address": ({ subject }) =>
    outcomeOf(world.signUp({ loginId: newPerson().loginId, email: subject.email })),
  "type the right code": async (lane) =>
    seen(lane, await check(portal, lane.requestId, codeOf(portal, lane.subject))),
  "ask for another code of the sign-up": async ({ subject }) =>
    void (await outcomeOf(world.resendCode(subject))),
  "ask for a new password": async ({ subject: { loginId: Username } }) => {
    const { clientId: ClientId } = identifiers;
    await outcomeOf(portal.cognitoClient.send(new ForgotPasswordCommand({ ClientId, Username })));
  },
  /** Signed in, if there is an account. */
  "the owner has a code sent": async ({ subject: { sub, phoneNumber, address } }) => {
    portal.become("verify");
    const isCustomer = (await portal.item(`CUSTOMER#${sub}`, "PROFILE")) !== undefined;
    const sender = { clientAddress: address, sub: isCustomer ? sub : undefined };
    await sendCode(phoneNumber, sender).catch(() => undefined);
  },
};
const steps: Readonly<Record<string, Step>> = { ...Object.fromEntries(contract), ...beside };

const accounts = {
  customer: () => world.createCustomer(),
  "account without a profile": async () => portal.newAccount(),
  "unconfirmed account": async () => {
    const person = newPerson();
    seedUnconfirmed(portal, person);
    return person;
  },
} as const satisfies Record<string, () => Promise<Person>>;

const laneOf = (subject: Person): Lane => ({
  subject,
  strangers: [newPerson(), newPerson()],
  requestId: randomUUID(),
});

interface Move {
  step: string;
  times: number;
  /** Which of the two strangers. */
  by: number;
  /** Before it. */
  minutes: number;
  /** Fails meanwhile. */
  failing?: ServiceName | undefined;
}

const move: fc.Arbitrary<Move> = fc.record({
  step: fc.constantFrom(...Object.keys(steps)),
  times: fc.constantFrom(1, 2, 6),
  by: fc.nat(1),
  minutes: fc.constantFrom(0, 0, 1, 61),
  failing: fc.constantFrom<ServiceName | undefined>(undefined, undefined, undefined, "cognito", "ses"),
});

async function observe(lane: Lane, { step, times, by }: Move): Promise<unknown[]> {
  const answers: unknown[] = [];
  const { [by]: stranger = newPerson() } = lane.strangers;
  for (let time = 0; time < times; time += 1) answers.push(await steps[step]?.(lane, stranger));
  return answers;
}

const often = (step: string, failing?: ServiceName): Move => ({ step, times: 6, by: 0, minutes: 0, failing });
/** Sequences that would tell whether an address or a number has an account. */
const attacks: [keyof typeof accounts, Move[]][] = [
  [
    "customer",
    ["ask for a new password", "login-ids 0", "sign up with the address"].map((step) => often(step)),
  ],
  [
    "unconfirmed account",
    ["ask for another code of the sign-up", "login-ids 0", "sign up with the address"].map((step) =>
      often(step),
    ),
  ],
  ["customer", ["the owner has a code sent", "verify 0", "verify 1"].map((step) => often(step))],
  ["account without a profile", [often("login-ids 0", "ses"), often("login-ids 0", "cognito")]],
];

test("no sequence of a stranger's calls tells an account from an invented one", async () => {
  const kinds = Object.keys(accounts) as (keyof typeof accounts)[];
  const sequence = fc.array(move, { minLength: 3, maxLength: 6 });
  const property = fc.asyncProperty(fc.constantFrom(...kinds), sequence, async (kind, moves) => {
    beginDay();
    const [known, invented] = [laneOf(await accounts[kind]()), laneOf(newPerson())];
    for (const each of moves) {
      advance(each.minutes * 60_000);
      if (each.failing) portal.faults.add({ service: each.failing, status: 500, times: 1_000 });
      const answers = await observe(known, each);
      expect(answers).toEqual(await observe(invented, each));
      portal.faults.clear();
    }
  });
  await fc.assert(property, { numRuns: 16, examples: attacks });
});
