import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import type { FunctionSettings } from "../function-settings.ts";
import type { Partition } from "../table.ts";
import { accountCheck, api } from "./common.ts";
import { accountFunctions } from "./endpoints/account.ts";
import { customerFunctions } from "./endpoints/customer.ts";
import { downloadsFunctions } from "./endpoints/downloads.ts";
import { paymentFunctions } from "./endpoints/payment.ts";
import { quoteFunctions } from "./endpoints/quotes.ts";

/** Endpoints answer only requests with CloudFront's origin secret. */
const behindCloudFront = (settings: FunctionSettings): FunctionSettings => ({
  ...settings,
  environment: [...settings.environment, "ORIGIN_SECRETS"],
});

const union = <T>(...lists: (readonly T[])[]): T[] => [...new Set(lists.flat())];

/** Every endpoint with an id token checks that its account and record still exist: `functions/customer/signed-in.ts`. */
function askingWhoCalls({ environment, grants, ...settings }: FunctionSettings): FunctionSettings {
  const { table = [], partitions = [], readOnly = [], userPool = [] } = grants;
  const customers: Partition = "CUSTOMER#*";
  return {
    ...settings,
    environment: union(environment, ["TABLE_NAME", "USER_POOL_ID"]),
    grants: {
      ...grants,
      table: union(["dynamodb:GetItem"], table),
      partitions: union([customers], partitions),
      readOnly: partitions.includes(customers) ? readOnly : [customers, ...readOnly],
      userPool: union(accountCheck, userPool),
    },
  };
}

/** A recent password is none that was replaced since: `ACTIVITY#` says when. */
function askingForPassword({ grants, ...settings }: FunctionSettings): FunctionSettings {
  const { table = [], partitions = [], readOnly = [] } = grants;
  const activities: Partition = "ACTIVITY#*";
  return {
    ...settings,
    grants: {
      ...grants,
      table: union(["dynamodb:GetItem"], table),
      partitions: union([activities], partitions),
      readOnly: partitions.includes(activities) ? readOnly : [activities, ...readOnly],
    },
  };
}

function asEndpoints<K extends EndpointName>(
  functions: Record<K, FunctionSettings>,
): Record<K, FunctionSettings> {
  const configured = { ...functions };
  for (const name in functions) {
    const { authentication, recentPassword }: Endpoint = endpoints[name];
    const takesIdToken = authentication === "id-token" || authentication === "optional-id-token";
    const known = takesIdToken ? askingWhoCalls(functions[name]) : functions[name];
    configured[name] = behindCloudFront(recentPassword === undefined ? known : askingForPassword(known));
  }
  return configured;
}

/** Exactly the endpoints of the contract, by the type argument. */
export const endpointFunctions = asEndpoints<EndpointName>({
  ...customerFunctions,
  ...downloadsFunctions,
  ...paymentFunctions,
  ...quoteFunctions,
  ...accountFunctions,
  notices: {
    ...api,
    entry: "functions/api/notices.ts",
    environment: ["TABLE_NAME"],
    grants: { table: ["dynamodb:Query"], partitions: ["NOTICES"], readOnly: ["NOTICES"] },
  },
  health: { ...api, entry: "functions/api/health.ts", environment: ["APP_VERSION"], grants: {} },
});

export type EndpointFunctionName = keyof typeof endpointFunctions;
