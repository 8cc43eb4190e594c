/** The webhook endpoint that events are delivered to. */
import { z } from "zod";
import { apiVersion } from "../account.ts";
import { type Endpoints, endpoint } from "../api/endpoint.ts";
import { listOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";

export interface WebhookEndpoint {
  url(): string;
  /** Event types; `*` for all. */
  enabledEvents: readonly string[];
}

export const webhookEndpoints = (webhook: WebhookEndpoint): Endpoints => ({
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
