/** Events and the endpoint that they are delivered to. */
import { z } from "zod";
import { type Account, apiVersion } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, listOf, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { resourceMissing } from "../api/stripe-error.ts";

const listSchema = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
  type: parameter.text().optional(),
  types: z.array(parameter.text()).max(20).optional(),
});

export interface WebhookEndpoint {
  url(): string;
  /** Event types; `*` for all. */
  enabledEvents: readonly string[];
}

const endpointId = "we_1LocalPortal";

export function eventEndpoints({ state }: Account, webhook: WebhookEndpoint): Endpoints {
  const describe = () => ({
    id: endpointId,
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
  });
  return {
    "GET /v1/events/{id}": plain((id) => state.events.get(id)),
    "GET /v1/events": endpoint(listSchema, ({ type, types, created, ...page }) => {
      const isWanted = (name: string) =>
        (type === undefined || matches(type, name)) && (types === undefined || types.includes(name));
      const found = state.events
        .newestFirst()
        .filter((event) => isWanted(event.type) && createdWithin(event.created, created));
      return pageOf(found, "/v1/events", page);
    }),
    "GET /v1/webhook_endpoints": endpoint(z.strictObject(parameter.paging), () =>
      listOf([describe()], "/v1/webhook_endpoints"),
    ),
    "GET /v1/webhook_endpoints/{id}": plain((id) => {
      if (id !== endpointId) throw resourceMissing("webhook endpoint", id);
      return describe();
    }),
  };
}

/** `invoice.*` takes every event of invoices. */
const matches = (pattern: string, type: string): boolean =>
  pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
