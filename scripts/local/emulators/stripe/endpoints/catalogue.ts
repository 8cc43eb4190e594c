/** Products, prices and tax rates: read only, they come with the emulator. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";

const { text, boolean, paging } = parameter;

const pricesSchema = z.strictObject({
  ...paging,
  active: boolean().optional(),
  currency: text().optional(),
  lookup_keys: z.array(text()).max(10).optional(),
  product: text().optional(),
  type: z.enum(["recurring", "one_time"]).optional(),
});
const productsSchema = z.strictObject({
  ...paging,
  active: boolean().optional(),
  ids: z.array(text()).optional(),
});
const taxRatesSchema = z.strictObject({
  ...paging,
  active: boolean().optional(),
  inclusive: boolean().optional(),
});

export function catalogueEndpoints({ state }: Account): Endpoints {
  return {
    "GET /v1/prices/{id}": plain((id) => state.prices.get(id)),
    "GET /v1/prices": endpoint(pricesSchema, ({ lookup_keys: keys, ...filter }) => {
      const [page, fields] = split(filter);
      const all = matching(state.prices.newestFirst(), fields);
      const found = keys ? all.filter(({ lookup_key: key }) => key !== null && keys.includes(key)) : all;
      return pageOf(found, "/v1/prices", page);
    }),
    "GET /v1/products/{id}": plain((id) => state.products.get(id)),
    "GET /v1/products": endpoint(productsSchema, ({ ids, ...filter }) => {
      const [page, fields] = split(filter);
      const all = matching(state.products.newestFirst(), fields);
      return pageOf(ids ? all.filter(({ id }) => ids.includes(id)) : all, "/v1/products", page);
    }),
    "GET /v1/tax_rates/{id}": plain((id) => state.taxRates.get(id)),
    "GET /v1/tax_rates": endpoint(taxRatesSchema, (filter) => {
      const [page, fields] = split(filter);
      return pageOf(matching(state.taxRates.newestFirst(), fields), "/v1/tax_rates", page);
    }),
  };
}

type Paging = Partial<Record<"starting_after" | "ending_before", string | undefined>> & {
  limit?: number | undefined;
};

function split<T extends Paging>({ limit, starting_after, ending_before, ...rest }: T) {
  return [{ limit, starting_after, ending_before }, parameter.given(rest)] as const;
}
