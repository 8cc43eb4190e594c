import type { EndpointName } from "#shared/endpoints.ts";
import type { FunctionSettings } from "../function-settings.ts";
import { api } from "./common.ts";
import { accountFunctions } from "./endpoints/account.ts";
import { customerFunctions } from "./endpoints/customer.ts";
import { downloadsFunctions } from "./endpoints/downloads.ts";
import { paymentFunctions } from "./endpoints/payment.ts";
import { quoteFunctions } from "./endpoints/quotes.ts";

/** Endpoints answer only requests with CloudFront's origin secret. */
function behindCloudFront<K extends EndpointName>(
  functions: Record<K, FunctionSettings>,
): Record<K, FunctionSettings> {
  const told = { ...functions };
  for (const name in functions) {
    const settings = functions[name];
    told[name] = { ...settings, environment: [...settings.environment, "ORIGIN_SECRETS"] };
  }
  return told;
}

/** Each endpoint of the contract, and no other: the type argument says so. */
export const endpointFunctions = behindCloudFront<EndpointName>({
  ...customerFunctions,
  ...downloadsFunctions,
  ...paymentFunctions,
  ...quoteFunctions,
  ...accountFunctions,
  health: { ...api, entry: "functions/api/health.ts", environment: ["APP_VERSION"], grants: {} },
});

export type EndpointFunctionName = keyof typeof endpointFunctions;
