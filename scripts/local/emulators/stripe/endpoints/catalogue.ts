/** Prices: read only, they come with the emulator. */
import type { Account } from "../account.ts";
import { type Endpoints, plain } from "../api/endpoint.ts";

export const catalogueEndpoints = ({ state }: Account): Endpoints => ({
  "GET /v1/prices/{id}": plain((id) => state.prices.get(id)),
});
