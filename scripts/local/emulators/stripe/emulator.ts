/** Stripe: the API that the real SDK speaks to, the hosted pages and the webhooks. Source: Stripe API reference. */
import { z } from "zod";
import type { Scope } from "../../scope.ts";
import type { Clock, Emulator, ServiceRequest, ServiceResponse } from "../emulator.ts";
import { createHolds } from "../holds.ts";
import { createRouter } from "../router.ts";
import { type Account, apiVersion, createAccount } from "./account.ts";
import { createApi } from "./api/api.ts";
import { createIdempotency } from "./api/idempotency.ts";
import { present } from "./api/presentation.ts";
import { StripeError } from "./api/stripe-error.ts";
import { catchUp } from "./billing/clock.ts";
import { type Decision, decideSession } from "./checkout/outcomes.ts";
import { accountEndpoints } from "./endpoints/account.ts";
import { checkoutSessionEndpoints } from "./endpoints/checkout-sessions.ts";
import { customerEndpoints } from "./endpoints/customers.ts";
import { invoiceEndpoints } from "./endpoints/invoices.ts";
import { paymentEndpoints } from "./endpoints/payments.ts";
import { subscriptionEndpoints } from "./endpoints/subscriptions.ts";
import { priceOf, productOf, type SeedPrice } from "./objects/catalogue.ts";
import type { StoredEvent } from "./objects/stored.ts";
import { checkoutPage } from "./pages/checkout-page.ts";
import { messagePage } from "./pages/html.ts";
import { invoicePage, invoicePdf } from "./pages/invoice-page.ts";
import { createSimulate, type TimeEvent } from "./simulate.ts";
import { clearState, restoreState, snapshotState } from "./state.ts";
import { createWebhooks, type DeliverWebhook, postWebhook } from "./webhooks.ts";

export interface StripeEmulatorOptions {
  clock: Clock;
  secretKey: string;
  webhookSecret: string;
  /** The destination of events, read at each delivery. */
  webhookUrl: () => string;
  /** Event types that the endpoint takes; all of them when left out. */
  webhookEvents?: readonly string[];
  /** This emulator's own origin, without a trailing slash: the hosted pages are its. */
  hostedOrigin: () => string;
  prices: readonly SeedPrice[];
  /** The seller's, `T` and 13 digits. */
  registrationNumber?: string;
  deliverWebhook?: DeliverWebhook;
  /** Milliseconds before each further attempt to deliver an event. */
  webhookRetryDelays?: readonly number[];
  scope: Scope;
}

interface Told {
  /** False: the events are recorded, but no webhook tells of them. */
  webhook?: boolean;
}

const snapshotSchema = z.object({ state: z.unknown(), idempotency: z.unknown() });
/** Seconds; the same in every run. */
const catalogueCreated = 1_700_000_000;
const defaultRetryDelays = [1_000, 5_000, 25_000, 120_000];

export function createStripeEmulator(options: StripeEmulatorOptions) {
  const { clock, secretKey, webhookUrl, webhookEvents = ["*"], hostedOrigin, scope } = options;
  let months = 0;
  /** Every month has a 28th. */
  const accountClock: Clock = () => {
    const time = new Date(clock());
    if (months === 0) return time.getTime();
    return time.setUTCMonth(time.getUTCMonth() - months, Math.min(time.getUTCDate(), 28));
  };
  const account = createAccount({
    clock: accountClock,
    hostedOrigin,
    registrationNumber: options.registrationNumber,
    onEvent: (event) => webhooks.send(event),
  });
  const webhooks = createWebhooks({
    clock,
    secret: options.webhookSecret,
    url: webhookUrl,
    enabledEvents: webhookEvents,
    deliver: options.deliverWebhook ?? postWebhook,
    retryDelays: options.webhookRetryDelays ?? defaultRetryDelays,
    find: (id) => account.state.events.get(id),
    scope,
  });
  const idempotency = createIdempotency(clock);
  const match = createRouter({
    ...customerEndpoints(account),
    ...checkoutSessionEndpoints(account),
    ...subscriptionEndpoints(account),
    ...invoiceEndpoints(account),
    ...paymentEndpoints(account),
    ...accountEndpoints(account, { url: webhookUrl, enabledEvents: webhookEvents }),
  });
  const { hold, pass } = createHolds(scope.signal);
  const api = createApi({ account, secretKey, idempotency, match, pass });
  const findPage = createRouter(pages(account));
  const simulate = createSimulate(account);

  function reset(): void {
    months = 0;
    webhooks.reset();
    idempotency.reset();
    clearState(account.state);
    seed(account, options);
  }

  reset();
  return {
    service: "stripe",
    /** Holds API calls before they do anything. */
    hold,
    webhooks: webhooks.control,
    /** From now on the account's objects are made as if it were so many months ago. */
    goBack(monthsAgo: number): void {
      months = monthsAgo;
    },
    simulate,
    events: (): readonly StoredEvent[] => account.state.events.newestFirst(),
    operation: (request) =>
      (findPage(request) ?? match(request))?.name ?? `${request.method} ${request.url.pathname}`,
    async handle(request) {
      catchUp(account);
      const page = findPage(request);
      return page ? showPage(() => page.route(request, page.parts[0] ?? "")) : api.handle(request);
    },
    /** The customer's decision on the hosted page; see `decideSession`. Throws `StripeError`. */
    decide(id: string, { webhook = true, ...decision }: Decision & Told) {
      catchUp(account);
      const decide = () => decideSession(account, id, decision);
      const redirect = webhook ? decide() : webhooks.silently(decide);
      return { redirect, session: present(account, account.state.sessions.get(id), []) };
    },
    /** The effect of time on a subscription; see `timeEvents`. Throws `StripeError`. */
    passTime(id: string, { event, webhook = true }: { event: TimeEvent } & Told) {
      const pass = () => simulate.passTime(id, event);
      if (webhook) pass();
      else webhooks.silently(pass);
      return present(account, account.state.subscriptions.get(id), ["latest_invoice"]);
    },
    fault: api.fault,
    reset,
    describe: () => ({
      secretKey,
      apiVersion,
      webhookSecret: options.webhookSecret,
      webhookUrl: webhookUrl(),
      prices: options.prices.map(({ id, unitAmount }) => ({ id, unitAmount })),
    }),
    snapshot: () => ({ state: snapshotState(account.state), idempotency: idempotency.snapshot() }),
    restore(snapshot) {
      const saved = snapshotSchema.parse(snapshot);
      reset();
      restoreState(account.state, saved.state);
      idempotency.restore(saved.idempotency);
      seed(account, options);
    },
  } satisfies Emulator & Record<string, unknown>;
}

type Page = (request: ServiceRequest, id: string) => ServiceResponse | Promise<ServiceResponse>;

/** The pages that Stripe hosts: the checkout page, and an invoice with its PDF. */
function pages(account: Account): Readonly<Record<string, Page>> {
  const checkout: Page = (request, id) => checkoutPage(account, request, id);
  const invoice: Page = (request) => invoicePage(account, request);
  return {
    "GET /c/pay/{session}": checkout,
    "POST /c/pay/{session}": checkout,
    "GET /i/{account}/{invoice}": invoice,
    "POST /i/{account}/{invoice}": invoice,
    "GET /invoice/{account}/{invoice}/pdf": ({ url }) => invoicePdf(account, url.pathname),
  };
}

/** The configuration takes precedence over an earlier run's snapshot. */
function seed({ state }: Account, { prices }: StripeEmulatorOptions): void {
  for (const each of prices) {
    state.products.add(productOf(each, catalogueCreated));
    state.prices.add(priceOf(each, catalogueCreated));
  }
}

async function showPage(show: () => ServiceResponse | Promise<ServiceResponse>): Promise<ServiceResponse> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return messagePage(
      error.status,
      "操作を完了できませんでした",
      "前のページに戻って、もう一度お試しください。",
    );
  }
}
