import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { reading } from "../api/lists.ts";
import { text } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { expireSession } from "../billing/clock.ts";
import { createSession, openSession } from "../checkout/opening.ts";
import type { Session } from "../objects/stored.ts";

export function checkoutSessionEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "POST /v1/checkout/sessions": endpoint(createSession, (params) => openSession(account, params)),
    ...reading("/v1/checkout/sessions", state.sessions, {
      customer: text().optional(),
      status: z.enum(["complete", "expired", "open"]).optional(),
    }),
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
