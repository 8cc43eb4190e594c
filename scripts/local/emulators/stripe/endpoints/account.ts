/** The account's prices, which are read only, its events and its one webhook endpoint. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";

/** Events are delivered to it. */
interface WebhookEndpoint {
  url(): string;
  /** Event types; `*` for all. */
  enabledEvents: readonly string[];
}

const listEvents = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
  delivery_success: parameter.boolean().optional(),
  types: z.array(parameter.text()).max(20).optional(),
});

export const accountEndpoints = ({ state }: Account, webhook: WebhookEndpoint): Endpoints => ({
  "GET /v1/prices/{id}": plain((id) => state.prices.get(id)),
  "GET /v1/events": endpoint(listEvents, ({ created, delivery_success: isDelivered, types, ...page }) => {
    const events = state.events
      .newestFirst()
      .filter((event) => createdWithin(event.created, created))
      .filter((event) => types?.includes(event.type) ?? true)
      .filter((event) => isDelivered === undefined || isDelivered === (event.pending_webhooks === 0));
    return pageOf(events, "/v1/events", page);
  }),
  /** For the canary, which asks whether Stripe would tell the portal of payments. */
  "GET /v1/webhook_endpoints": endpoint(z.strictObject(parameter.paging), (page) => {
    const id = "we_1LocalPortal";
    const enabled_events = webhook.enabledEvents;
    const ours = { id, object: "webhook_endpoint", status: "enabled", url: webhook.url(), enabled_events };
    return pageOf([ours], "/v1/webhook_endpoints", page);
  }),
});
