/** What the account has by itself: prices, which are read only, its events and its one webhook endpoint. */
import { z } from "zod";
import { type Account, apiVersion } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, listOf, pageOf } from "../api/lists.ts";
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
  "GET /v1/webhook_endpoints": endpoint(z.strictObject(parameter.paging), () =>
    listOf(
      [
        {
          id: "we_1LocalPortal",
          object: "webhook_endpoint",
          api_version: apiVersion,
          application: null,
          created: 1_700_000_000,
          description: null,
          enabled_events: webhook.enabledEvents,
          livemode: false,
          metadata: {},
          status: "enabled",
          url: webhook.url(),
        },
      ],
      "/v1/webhook_endpoints",
    ),
  ),
});
