/** The account's own objects: prices, which are read only, and its events. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";

const listEvents = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
  delivery_success: parameter.boolean().optional(),
  types: z.array(parameter.text()).max(20).optional(),
});

export const accountEndpoints = ({ state }: Account): Endpoints => ({
  "GET /v1/prices/{id}": plain((id) => state.prices.get(id)),
  "GET /v1/events": endpoint(listEvents, ({ created, delivery_success: isDelivered, types, ...page }) => {
    const events = state.events
      .newestFirst()
      .filter((event) => createdWithin(event.created, created))
      .filter((event) => types?.includes(event.type) ?? true)
      .filter((event) => isDelivered === undefined || isDelivered === (event.pending_webhooks === 0));
    return pageOf(events, "/v1/events", page);
  }),
});
