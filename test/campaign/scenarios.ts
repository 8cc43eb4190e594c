/**
 * One scenario for each operation of the contract: where a customer must be, what is sent, and what must hold afterwards. An endpoint
 * or an operation without one does not compile.
 */

import { eraseCustomer, NotErasable } from "#functions/account/erasure/erase-customer.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { hash } from "#functions/platform/networks.ts";
import { TransactionCanceled } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";
import { StripeError } from "#scripts/local/emulators/stripe/api/stripe-error.ts";
import type { TimeEvent } from "#scripts/local/emulators/stripe/simulate.ts";
import { type CommandContext, CommandRefused } from "#scripts/operator/command.ts";
import { otherRowsOf } from "#scripts/operator/customer/erase.ts";
import { restoreAccount } from "#scripts/operator/customer/restore-account.ts";
import type { Contract } from "#shared/contract.ts";
import type { BodyOf, EndpointName, endpoints } from "#shared/endpoints.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { asOperator } from "#test/scripts/support/as-operator.ts";
import { credentials } from "./requests.ts";
import { ccAddressOf, checkoutCall, invoiceCall, pay, type StateName, upgrade } from "./states.ts";
import type { Answer, Call, Customer, World } from "./world.ts";

export interface Scenario {
  from: readonly [StateName, ...StateName[]];
  call(customer: Customer, world: World): Call | Promise<Call>;
  /** True if it holds what the operation promised with its 200, once everything has settled. */
  holds(facts: Facts): unknown;
}

interface Facts {
  world: World;
  customer: Customer;
  profile: Profile;
  answer: Answer;
  /** The answer's `result`. */
  result: Record<string, unknown>;
}

type OperationOf<Body> = Body extends { operation: infer O extends string }
  ? O
  : Body extends { mode: infer M extends string }
    ? M
    : "call";
type OperationsOf<Name extends EndpointName> = OperationOf<BodyOf<(typeof endpoints)[Name]>>;
type Scenarios = { [Name in EndpointName]: Record<OperationsOf<Name>, Scenario> };

const operation = (name: string, more: object = {}) => ({ body: { operation: name, ...more } });
const quoteCall = (): Call => ({ body: { addressee: "株式会社テスト商事", months: 12 } });
const isPdf = ({ pdf }: Record<string, unknown>): boolean =>
  Buffer.from(String(pdf), "base64").subarray(0, 4).toString() === "%PDF";
const customers = ["trial", "card"] as const;

/** On the newest invoice of the contract. */
async function orderNumberOf({ stripe, latestInvoiceOf }: World, { subscriptionId }: Profile) {
  const { custom_fields } = await stripe.invoices.retrieve(await latestInvoiceOf(subscriptionId));
  return custom_fields?.[0]?.value;
}

export const scenarios: Scenarios = {
  "get-user": {
    call: {
      from: customers,
      call: ({ loginId }) => ({ query: { name: loginId } }),
      holds: ({ answer, customer }) => answer.text.includes(customer.email),
    },
  },
  "post-user": {
    signup: {
      from: ["account"],
      call: (customer) => ({ body: signupOf(customer, customer.verification) }),
      holds: ({ profile, result }) => profile.plan === "trial" && profile.customerId === result.customerId,
    },
    upgrade: {
      from: ["trial"],
      call: () => ({ body: { ...upgrade, apiKey: "b1b2c3d4" } }),
      holds: ({ profile }) => profile.apiKey === "b1b2c3d4" && profile.hasPrivateKey,
    },
    update: {
      from: ["new phone", "new e-mail", "trial"],
      call: ({ phoneNumber, verification, email, newEmail = email }) => ({
        body: {
          ...{ operation: "update", city: "港区", email: newEmail },
          ...{ chargePhoneNumber: phoneNumber, requestId: verification },
        },
      }),
      holds: ({ profile, customer: { phoneNumber, email, newEmail = email } }) =>
        profile.city === "港区" && profile.chargePhoneNumber === phoneNumber && profile.email === newEmail,
    },
  },
  "download-file": {
    call: {
      from: ["trial"],
      call: () => ({ query: { file_type: "plugin" } }),
      holds: ({ result }) => String(result.url).includes("plugin"),
    },
  },
  releases: {
    call: {
      from: ["trial"],
      call: () => ({ query: { file_type: "manual" } }),
      holds: ({ result }) => (result.releases as unknown[]).length > 0,
    },
  },
  "checkout-session": {
    call: {
      from: ["trial", "suspended"],
      call: checkoutCall,
      holds: async ({ world, answer }) => {
        const session = await world.stripe.checkout.sessions.retrieve(
          String(answer.json.checkout_session_id),
        );
        return session.status === "open";
      },
    },
  },
  "setup-session": {
    call: {
      from: ["card"],
      call: () => ({ query: { cancel_path: "/update", success_path: "/update" } }),
      holds: ({ answer }) => String(answer.json.url).startsWith("http"),
    },
  },
  subscription: {
    card: {
      from: ["paying"],
      call: () => ({ body: { mode: "card" } }),
      holds: ({ profile }) => profile.plan === "standard" && profile.paymentType === "card",
    },
    invoice: {
      from: ["trial", "suspended"],
      call: invoiceCall,
      holds: async ({ profile, world }) =>
        profile.plan === "standard" &&
        profile.paymentType === "invoice" &&
        (await orderNumberOf(world, profile)) === "PO-1",
    },
  },
  "get-contract": {
    call: {
      from: ["card", "invoice", "cancelling", "suspended", "past due", "invoice due", "on hold", "provided"],
      call: () => ({}),
      holds: ({ result, profile }) => result.plan === profile.plan,
    },
  },
  "post-contract": {
    cancel: {
      from: ["card", "invoice", "on hold", "ends later"],
      call: () => operation("cancel"),
      holds: ({ profile: { contract } }) =>
        contract?.state === "over" || (contract?.cancelAt ?? "9") <= (contract?.currentPeriodEnd ?? ""),
    },
    resume: {
      from: ["cancelling", "ends later"],
      call: () => operation("resume"),
      holds: ({ profile }) => profile.contract?.cancelAt === undefined,
    },
    "invoice-fields": {
      from: ["card", "invoice"],
      call: async (customer, world) => {
        const { json } = await world.send("get-contract", {}, customer);
        const { invoiceFields } = json.result as unknown as Contract;
        const fields = { addressee: "経理部御中", ccAddresses: ccAddressOf(customer) };
        return operation("invoice-fields", { ...fields, before: invoiceFields ?? undefined });
      },
      holds: ({ result, profile }) => profile.plan !== "standard" || result.status === "active",
    },
    "change-payment-type": {
      from: ["card", "invoice"],
      call: async (customer, world) => {
        const { paymentType } = await world.profileOf(customer);
        return operation("change-payment-type", { paymentType: paymentType === "card" ? "invoice" : "card" });
      },
      holds: ({ profile, result }) => profile.paymentType === "invoice" || result.url !== undefined,
    },
  },
  invoices: {
    call: {
      from: ["card"],
      call: async (customer, world) => {
        const { json } = await world.send("get-contract", {}, customer);
        const { invoices } = json.result as unknown as Contract;
        const year = japanDay(invoices?.[0]?.issuedAt).slice(0, 4);
        return { query: { year, format: "csv" } };
      },
      holds: ({ result }) => Buffer.from(String(result.file), "base64").toString().includes("請求書番号"),
    },
  },
  quotes: {
    call: { from: ["trial"], call: () => ({}), holds: ({ result }) => Array.isArray(result.quotes) },
  },
  "create-quote": {
    call: { from: ["trial", "suspended"], call: quoteCall, holds: ({ result }) => result.id },
  },
  "public-quote": {
    call: {
      from: ["visitor"],
      call: quoteCall,
      holds: ({ result }) => isPdf(result),
    },
  },
  "quote-pdf": {
    call: {
      from: ["trial"],
      call: async (customer, world) => {
        const { json } = await world.send("create-quote", quoteCall(), customer);
        return { query: { id: (json.result as { id: string }).id } };
      },
      holds: ({ result }) => isPdf(result),
    },
  },
  "voice-provider-check": {
    call: {
      from: ["trial"],
      call: () => ({ body: { api_key: "a1b2c3d4" } }),
      holds: ({ result }) => result.status === "updated",
    },
  },
  "voice-provider-diagnose": {
    call: {
      from: ["trial", "card"],
      call: () => ({ body: credentials }),
      holds: ({ result }) => (result.checks as { state: string }[]).every(({ state }) => state !== "failed"),
    },
  },
  verify: {
    send: {
      from: ["visitor", "trial"],
      call: ({ phoneNumber }) => ({ body: { mode: "send", phone_number: phoneNumber } }),
      holds: ({ world, customer }) => world.portal.inbox.list(customer.phoneNumber).length > 0,
    },
    check: {
      from: ["code sent"],
      call: ({ phoneNumber, verification }, { portal }) => ({
        body: {
          mode: "check",
          code: portal.inbox.list(phoneNumber)[0]?.code ?? "",
          request_id: verification,
        },
      }),
      holds: () => true,
    },
    call: {
      from: ["SMS is late"],
      call: ({ verification }) => ({ body: { mode: "call", request_id: verification } }),
      holds: ({ world, customer }) => {
        const messages = world.portal.inbox.list(customer.phoneNumber);
        const codes = new Set(messages.map(({ code }) => code));
        return messages.some(({ channel }) => channel === "voice") && codes.size === 1;
      },
    },
  },
  "withdraw-sign-up": {
    withdraw: {
      from: ["unconfirmed"],
      call: ({ loginId, email, verification }) =>
        operation("withdraw", { loginId, email, requestId: verification }),
      holds: ({ world, customer }) =>
        !world.portal.cognito.users().some(({ userName }) => userName === customer.loginId),
    },
  },
  "login-ids": {
    call: {
      from: ["trial", "account"],
      call: ({ email }) => ({ body: { email } }),
      holds: ({ world, customer: { email, loginId } }) =>
        world.portal.inbox
          .list(email)
          .some(
            ({ subject, text }) =>
              subject?.includes("ログインIDのお知らせ") && text.includes(`ログインID：${loginId}`),
          ),
    },
  },
  "corporate-number": {
    call: {
      from: ["visitor"],
      call: () => ({ query: { number: "7000012050002" } }),
      holds: ({ result }) => result.valid === true,
    },
  },
  "licence-key": {
    reveal: {
      from: ["trial"],
      call: () => operation("reveal"),
      holds: ({ result }) => String(result.licenceKey).length > 10,
    },
    resend: { from: ["trial"], call: () => operation("resend"), holds: () => true },
    reissue: {
      from: ["trial"],
      call: () => operation("reissue"),
      holds: async ({ world, customer }) => {
        const { json } = await world.send("licence-key", operation("reveal"), customer);
        const [newest] = world.portal.inbox.list(customer.email);
        return newest?.text.includes((json.result as { licenceKey: string }).licenceKey);
      },
    },
  },
  activity: {
    call: {
      from: customers,
      call: () => ({}),
      holds: ({ result }) => (result.events as unknown[]).length > 0,
    },
  },
  "sign-in-methods": {
    call: {
      from: ["trial", "authenticator on", "authenticator off"],
      call: ({ tokens }) => ({ body: { access_token: tokens?.access ?? "" } }),
      holds: async ({ world, customer, result }) => {
        const known = await world.portal.item(`ACTIVITY#${customer.sub}`, "SOFTWARE_TOKEN");
        return Array.isArray(result.passkeys) && result.hasAuthenticator === (known?.isOn ?? false);
      },
    },
  },
  sessions: {
    begin: { from: ["trial"], call: () => operation("begin"), holds: () => true },
    "prepare-end": {
      from: ["trial"],
      call: () => operation("prepare-end"),
      holds: ({ result }) => result.id,
    },
    "cancel-end": {
      from: ["trial"],
      call: async (customer, world) => {
        const { json } = await world.send("sessions", operation("prepare-end"), customer);
        return operation("cancel-end", { id: (json.result as { id?: number }).id ?? 0 });
      },
      holds: () => true,
    },
    end: { from: ["trial", "card"], call: () => operation("end"), holds: () => true },
    "sign-out": { from: ["trial", "card"], call: () => operation("sign-out"), holds: () => true },
  },
  account: {
    "prepare-email-change": {
      from: ["trial"],
      call: () => operation("prepare-email-change", { email: newPerson().email }),
      holds: async ({ world, customer, result }) => {
        const sk = `EMAIL_CHANGE#${hash(String(result.ticket))}`;
        return (await world.portal.item(`ACTIVITY#${customer.sub}`, sk)) !== undefined;
      },
    },
    close: {
      from: ["account", "trial", "card", "invoice", "page open", "paying"],
      call: () => operation("close"),
      holds: async ({ customer: { sub }, world: { portal } }) => {
        const profile = await portal.item(`CUSTOMER#${sub}`, "PROFILE");
        const isClosed = !profile || (profile.closedAt !== undefined && profile.plan !== "standard");
        return isClosed && (await portal.item("CLOSURES", sub)) !== undefined;
      },
    },
  },
  export: {
    call: {
      from: ["account", ...customers],
      call: () => ({ body: {} }),
      holds: ({ result }) => Buffer.from(String(result.zip), "base64").length > 100,
    },
  },
  unsubscribe: {
    call: {
      from: ["trial"],
      call: async ({ sub }, { portal }) => {
        portal.become("announce");
        return { query: { token: await unsubscribeToken(sub) }, text: "List-Unsubscribe=One-Click" };
      },
      holds: ({ profile }) => profile.optInServiceInfo === false,
    },
  },
  "unsubscribe-link": {
    call: { from: ["visitor"], call: () => ({ query: { token: "token" } }), holds: () => true },
  },
  "stripe-webhook": {
    call: {
      from: ["paying", "paid twice"],
      call: ({ sub }, { eventsOf, webhookOf }) =>
        webhookOf(
          eventsOf("checkout.session.completed").find(({ data }) => data.object.client_reference_id === sub),
        ),
      holds: ({ profile }) => profile.plan === "standard",
    },
  },
  notices: {
    call: {
      from: ["visitor"],
      call: () => ({}),
      holds: ({ result }) => Array.isArray(result.notices),
    },
  },
  health: {
    call: { from: ["visitor"], call: () => ({}), holds: ({ answer }) => answer.json.status === "ok" },
  },
};

/**
 * The events without a call of the customer: scheduled runs, and the actions of customers, banks and time at Stripe. `subscriptionId` as
 * the profile had it before.
 */
type Happening = (world: World, customer: Customer, subscriptionId: string) => Promise<void>;
const passing =
  (event: TimeEvent): Happening =>
  async (world, _, subscriptionId) => {
    try {
      world.emulator.passTime(subscriptionId, { event });
    } catch (error) {
      // In a race, it may be too late for that.
      if (!(error instanceof StripeError)) throw error;
    }
    await world.deliverEvents(true);
  };
/** The operator's command, which refuses somebody who pays or changes something. The contract was ended at Stripe before, as it asks for. */
const eraseAfterContract: Happening = async (world, customer, subscriptionId) => {
  world.isErasing = true;
  // The Dashboard is no call of ours, that a fault could break.
  const { status } = world.stripeState().subscriptions.find(({ id }) => id === subscriptionId) ?? {};
  if (status !== undefined && status !== "canceled") world.emulator.simulate.subscriptionEnds(subscriptionId);
  await operate(world, () => erase(world, customer));
};
async function erase(world: World, { sub, loginId }: Customer): Promise<void> {
  await eraseCustomer({ sub, loginId, findOthers: otherRowsOf });
  const own = (await world.portal.everything()).filter(({ pk }) => pk === `CUSTOMER#${sub}`);
  world.finalTrails.set(
    sub,
    own.map(({ sk }) => sk),
  );
}
/** It refuses an account that is being erased. */
const restore: Happening = (world, { loginId }) =>
  operate(world, async () => {
    const { apply } = await restoreAccount.plan([loginId], { options: {} } as CommandContext);
    await apply();
  });
/** An operator runs a command again that broke off, or that another write got in the way of. */
async function operate(world: World, command: () => Promise<void>, triesLeft = 2): Promise<void> {
  world.portal.become("operator");
  try {
    await asOperator(command);
  } catch (error) {
    if (error instanceof NotErasable || error instanceof CommandRefused) return;
    if (error instanceof TransactionCanceled)
      return triesLeft > 0 ? operate(world, command, triesLeft - 1) : undefined;
    if (world.isFaulty) world.unfinished.push(() => operate(world, command));
    else world.complaints.push(`a command failed: ${error}`);
  }
}

export const happenings: Record<
  "reconcile" | "retention" | TimeEvent | "paid" | "paid_late" | "disputed" | "erase" | "restore",
  [Happening, ...StateName[]]
> = {
  reconcile: [
    (world) => world.run("reconcile"),
    ...(["trial", "paying", "paid twice", "cancelling", "new e-mail", "without a key", "closing"] as const),
    "invoice late",
    "to be erased",
  ],
  retention: [(world) => world.run("retention"), "to be erased", "to be erased unpaid"],
  paid: [
    async (world, customer) => {
      pay(world, customer);
      await world.deliverEvents(true);
    },
    "page open",
    "card page open",
  ],
  paid_late: [
    async (world, _, subscriptionId) => {
      const { invoices } = world.stripeState();
      const open = invoices.find(
        ({ parent, status }) =>
          status === "open" && parent?.subscription_details?.subscription === subscriptionId,
      );
      if (open) world.emulator.simulate.invoicePaid(open.id);
      await world.deliverEvents(true);
    },
    ...(["past due", "on hold", "held back", "invoice due"] as const),
  ],
  disputed: [
    async (world, _, subscriptionId) => {
      world.emulator.simulate.disputed(subscriptionId);
      await world.deliverEvents(true);
    },
    "card",
  ],
  erase: [
    eraseAfterContract,
    ...(["account", "code sent", "trial", "new phone", "authenticator on", "new e-mail"] as const),
    ...(["without a key", "page open", "card page open", "paying", "paid twice", "card"] as const),
    ...(["invoice", "invoice due", "past due", "cancelling", "suspended", "to be erased"] as const),
    ...(["on hold", "held back", "provided"] as const),
  ],
  restore: [restore, "to be erased", "to be erased unpaid", "closing"],
  period_ended: [passing("period_ended"), "card", "invoice", "cancelling"],
  payment_failed: [passing("payment_failed"), "card"],
  retried: [passing("retried"), "past due"],
  gave_up: [passing("gave_up"), "past due"],
  unpaid: [passing("unpaid"), "past due"],
  paused: [passing("paused"), "card"],
  overdue: [passing("overdue"), "invoice due"],
  card_expires: [passing("card_expires"), "card"],
};

export interface Operation {
  /** `post-contract/cancel from card`. */
  name: string;
  state: StateName;
  /** Of the endpoint's operations: `resume`. */
  which: string;
  /** The scenario's name: `post-contract/resume`. */
  group: string;
  /** Undefined for what is no call. */
  endpoint: EndpointName | undefined;
  /** Changes nothing that another one could read. */
  isRead: boolean;
  scenario: Scenario | undefined;
  /** All but the operation itself; that is what is returned. */
  prepare(world: World, customer: Customer): Promise<() => Promise<Answer>>;
}

const reads = [
  "get-user",
  "get-contract",
  "releases",
  "activity",
  "health",
  "notices",
  "unsubscribe-link",
  "corporate-number",
];

/** Every operation and happening, from every state. */
export const operations: readonly Operation[] = [
  ...Object.entries(scenarios).flatMap(([name, each]) => {
    const endpoint = name as EndpointName;
    return Object.entries(each).flatMap(([which, scenario]: [string, Scenario]) => {
      const group = `${endpoint}${which === "call" ? "" : `/${which}`}`;
      return scenario.from.map((state) => ({
        name: `${group} from ${state}`,
        state,
        which,
        group,
        endpoint,
        isRead: reads.includes(endpoint),
        scenario,
        prepare: async (world: World, customer: Customer) => {
          const token = customer.tokens && (await world.tokensOf(customer)).id;
          const call = await scenario.call(customer, world);
          return () => world.send(endpoint, call, customer, token);
        },
      }));
    });
  }),
  ...Object.entries(happenings).flatMap(([name, [happen, ...from]]) =>
    from.map((state) => ({
      name: `${name} from ${state}`,
      state,
      which: name,
      group: name,
      endpoint: undefined,
      isRead: false,
      scenario: undefined,
      prepare: async (world: World, customer: Customer) => {
        const { subscriptionId = "" } = (await world.profileOf(customer)) ?? {};
        return async () => {
          await happen(world, customer, subscriptionId);
          return { status: 200, text: "", json: {} };
        };
      },
    })),
  ),
];

export function operationNamed(wanted: string): Operation {
  const operation = operations.find(({ name }) => name === wanted);
  if (!operation) throw new Error(`There is no ${wanted}`);
  return operation;
}
