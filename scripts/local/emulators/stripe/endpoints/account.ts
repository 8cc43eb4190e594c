/** The account's prices, which are read only, its events and its one webhook endpoint. */
import { z } from "zod";
import type { Account } from "../account.ts";
import type { Endpoints } from "../api/endpoint.ts";
import { reading } from "../api/lists.ts";
import { boolean, text } from "../api/parameters.ts";
import type { StoredEvent } from "../objects/stored.ts";

/** Events are delivered to it. */
interface WebhookEndpoint {
  url(): string;
  /** Event types; `*` for all. */
  enabledEvents: readonly string[];
}

const ofTypes = (types: string[]) => (event: StoredEvent) => types.includes(event.type);
const delivered = (wanted: boolean) => (event: StoredEvent) => wanted === (event.pending_webhooks === 0);

export const accountEndpoints = ({ state }: Account, { url, enabledEvents }: WebhookEndpoint): Endpoints => {
  const endpointOf = (id: string) => ({
    id,
    object: "webhook_endpoint",
    created: 0,
    status: "enabled",
    url: url(),
    enabled_events: enabledEvents,
  });
  return {
    ...reading("/v1/prices", state.prices),
    ...reading("/v1/events", state.events, {
      types: z.array(text()).max(20).transform(ofTypes).optional(),
      delivery_success: boolean().transform(delivered).optional(),
    }),
    /** For the canary, which asks whether Stripe would tell the portal of payments. */
    ...reading(
      "/v1/webhook_endpoints",
      {
        get: endpointOf,
        newestFirst: () => [endpointOf("we_1LocalPortal")],
      },
      {},
    ),
  };
};
