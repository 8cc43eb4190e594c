import { endpointFunctions } from "#infra/settings/functions.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import type { Handler } from "./portal.ts";

const modules = import.meta.glob<{ handler: Handler }>("../../../functions/api/*.ts");

/** The handler of any endpoint, as its settings name it. */
export async function handlerOf(name: EndpointName): Promise<Handler> {
  const load = modules[`../../../${endpointFunctions[name].entry}`];
  if (!load) throw new Error(`${name} has no handler`);
  return (await load()).handler;
}
