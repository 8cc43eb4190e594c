/** Source: API reference, "List all events". */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint } from "../api/endpoint.ts";
import { createdWithin, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";

const schema = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
  delivery_success: parameter.boolean().optional(),
  types: z.array(parameter.text()).max(20).optional(),
});

export const eventEndpoints = ({ state }: Account): Endpoints => ({
  "GET /v1/events": endpoint(schema, ({ created, delivery_success: isDelivered, types, ...page }) => {
    const events = state.events
      .newestFirst()
      .filter((event) => createdWithin(event.created, created))
      .filter((event) => types?.includes(event.type) ?? true)
      .filter((event) => isDelivered === undefined || isDelivered === (event.pending_webhooks === 0));
    return pageOf(events, "/v1/events", page);
  }),
});
