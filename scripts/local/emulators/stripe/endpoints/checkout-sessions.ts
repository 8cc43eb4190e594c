import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf } from "../api/lists.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { expireSession } from "../billing/passing-time.ts";
import { openSession } from "../checkout/opening.ts";
import { createSession, listSessions } from "../checkout/session-parameters.ts";
import type { Session } from "../objects/stored.ts";

export function checkoutSessionEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "POST /v1/checkout/sessions": endpoint(createSession, (params) => openSession(account, params)),
    "GET /v1/checkout/sessions/{id}": plain((id) => state.sessions.get(id)),
    "GET /v1/checkout/sessions": endpoint(listSessions, ({ customer, status, ...page }) =>
      pageOf(matching(state.sessions.newestFirst(), { customer, status }), "/v1/checkout/sessions", page),
    ),
    "POST /v1/checkout/sessions/{id}/expire": plain((id) => {
      const session = state.sessions.get(id);
      if (session.status !== "open") throw notOpen(session.status);
      expireSession(account, session);
      return session;
    }),
  };
}

const notOpen = (status: Session["status"]) =>
  invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${status}".`,
  );
