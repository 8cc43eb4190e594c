/** Requests to any endpoint, as its contract wants them. */
import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import type { EventParts } from "./events.ts";
import type { Person } from "./people.ts";

export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];

/** Names of the endpoints of that kind. */
export const endpointsThat = (isOfKind: (endpoint: Endpoint) => boolean): EndpointName[] =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => isOfKind(endpoints[name]));

/** With that person's token, where one is wanted. Query and body may hold any values. */
export function requestTo(
  name: EndpointName,
  by: Person,
  { query, body }: { query?: object; body?: unknown } = {},
): EventParts {
  const { method, authentication } = endpointOf(name);
  return {
    ...(authentication === "id-token" && { by }),
    ...(query && { query: query as Record<string, string> }),
    ...(method === "POST" && { body: body ?? {} }),
  };
}
