import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import * as z from "zod/mini";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { createRouter } from "../emulators/router.ts";
import { StripeError } from "../emulators/stripe/api/stripe-error.ts";
import { outcomes } from "../emulators/stripe/checkout/outcomes.ts";
import { cardBrands } from "../emulators/stripe/objects/payments.ts";
import { timeEvents } from "../emulators/stripe/simulate.ts";
import { type Faults, faultRequest } from "../faults.ts";
import { parseJson, readBody } from "../http.ts";
import type { Inbox } from "../inbox.ts";
import type { FunctionLogs } from "../lambda/function-logs.ts";
import type { LambdaHost } from "../lambda/lambda-host.ts";
import type { Schedules } from "../lambda/schedules.ts";
import type { RequestLog } from "../request-log.ts";
import { customerRequest, makeCustomer } from "../seed/customers.ts";
import type { Services } from "../services.ts";
import { filterLines, filterRequests } from "./filters.ts";
import { samplePage } from "./sample-company.ts";

interface ControlParts {
  inbox: Inbox;
  faults: Faults;
  requests: RequestLog;
  logs: FunctionLogs;
  services: Services;
  lambda: LambdaHost;
  schedules: Schedules;
  /** Of a function that may do everything, for the operators' commands. */
  environment(): Record<string, string>;
  customers(): Promise<unknown[]>;
  reset(): Promise<void>;
}

/** Body of `POST /__local/stripe/checkout/{sessionId}`; `webhook: false` loses the events of it. */
const checkoutDecision = z.strictObject({
  outcome: z.enum(outcomes),
  card: z._default(z.enum(cardBrands), "visa"),
  webhook: z._default(z.boolean(), true),
});

/** Body of `POST /__local/stripe/subscriptions/{subscriptionId}`. */
const passing = z.strictObject({
  event: z.enum(timeEvents),
  webhook: z._default(z.boolean(), true),
});

const pageFile = (name: string): string => readFileSync(join(import.meta.dirname, "page", name), "utf8");

type Answer = { status?: number; json: unknown } | { type: string; text: string };
type Route = (url: URL, request: IncomingMessage, ...parts: string[]) => Promise<Answer> | Answer;

/** 404 for a name that there is nothing of. */
const named =
  (run: (name: string) => unknown): Route =>
  async (_url, _request, name = "") => {
    const json = await run(name);
    return json ? { json } : { status: 404, json: { error: `There is no ${name}` } };
  };

/** `/__local/`: a page for people and the same things for programs (design section 6). */
export function createControl(parts: ControlParts): RequestListener {
  const { inbox, faults, requests, logs, services, lambda } = parts;
  const { cognito, stripe, vonage } = services;
  const routes: Record<string, Route> = {
    "GET /": () => ({ type: "text/html; charset=utf-8", text: pageFile("index.html") }),
    "GET /page.js": () => ({ type: "text/javascript; charset=utf-8", text: pageFile("page.js") }),
    "GET /page.css": () => ({ type: "text/css; charset=utf-8", text: pageFile("page.css") }),
    "GET /messages": (url) => ({ json: inbox.list(url.searchParams.get("to") ?? undefined) }),
    "GET /services": () => ({ json: services.describe() }),
    "GET /environment": () => ({ json: parts.environment() }),
    "GET /requests": ({ searchParams }) => ({
      json: filterRequests(requests.list(), logs.list(), searchParams),
    }),
    "DELETE /requests": () => {
      requests.clear();
      return { json: [] };
    },
    "GET /customers": async () => ({ json: await parts.customers() }),
    "POST /customers": async (_url, request) => {
      const wanted = customerRequest.safeParse(parseJson(await readBody(request)));
      if (!wanted.success) return { status: 400, json: { error: wanted.error.issues } };
      return { status: 201, json: await makeCustomer(parts, wanted.data) };
    },
    "GET /logs": ({ searchParams }) => ({ json: filterLines(logs.list(), searchParams) }),
    "GET /faults": () => ({ json: faults.list() }),
    "POST /faults": async (_url, request) => {
      const fault = faultRequest.safeParse(parseJson(await readBody(request)));
      if (!fault.success) return { status: 400, json: { error: fault.error.issues } };
      faults.add(fault.data);
      return { status: 201, json: fault.data };
    },
    "DELETE /faults": () => {
      faults.clear();
      return { json: [] };
    },
    "POST /reset": async () => {
      await parts.reset();
      return { json: { reset: true } };
    },
    "POST /schedules/{name}": named(parts.schedules.run),
    "POST /sign-ins/{loginId}/age": named(
      (loginId) => cognito.ageSignIns(loginId, 11 * 60_000) && { aged: loginId },
    ),
    "POST /verifications/{phoneNumber}/age": named(
      (phoneNumber) => vonage.ageVerification(phoneNumber, 60_000) && { aged: phoneNumber },
    ),
    // Ends the sandbox at once, as a crash would.
    "POST /functions/{name}/kill": named(async (name) => {
      if (!(name in allFunctions)) return false;
      await lambda.kill(name as FunctionName);
      return { killed: name };
    }),
    "POST /stripe/checkout/{session}": (_url, request, id = "") =>
      simulateStripe(request, (body) => stripe.decide(id, z.parse(checkoutDecision, body))),
    "POST /stripe/subscriptions/{subscription}": (_url, request, id = "") =>
      simulateStripe(request, (body) => stripe.passTime(id, z.parse(passing, body))),
    "GET /company/{page}": (_url, _request, name = "") => {
      const text = samplePage(name);
      return text === undefined ? { status: 404, json: {} } : { type: "text/html; charset=utf-8", text };
    },
  };

  async function simulateStripe(request: IncomingMessage, work: (body: unknown) => object): Promise<Answer> {
    try {
      return { json: work(parseJson(await readBody(request))) };
    } catch (error) {
      if (error instanceof z.core.$ZodError) return { status: 400, json: { error: error.issues } };
      if (!(error instanceof StripeError)) throw error;
      return { status: error.status, json: { error: error.message } };
    }
  }

  const find = createRouter(routes);

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const pathname = url.pathname.replace(/^\/__local\/?/, "/");
    const match = find({ method: request.method ?? "GET", url: new URL(pathname, url) });
    if (match) return match.route(url, request, ...match.parts);
    return { status: 404, json: { error: `Nothing at ${request.method} ${url.pathname}` } };
  }

  return (request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, { status: 500, json: { error: String(error) } }),
    );
  };
}

function send(response: ServerResponse, answer: Answer): void {
  if ("text" in answer) {
    response.writeHead(200, { "content-type": answer.type, "cache-control": "no-store" }).end(answer.text);
    return;
  }
  response
    .writeHead(answer.status ?? 200, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(answer.json));
}
