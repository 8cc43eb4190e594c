import { type Endpoint, type EndpointName, endpoints } from "#shared/endpoints.ts";
import { configured, type OwnSettings } from "../function-settings.ts";
import type { Partition } from "../table.ts";
import { accountCheck } from "./common.ts";
import { accountFunctions } from "./endpoints/account.ts";
import { customerFunctions } from "./endpoints/customer.ts";
import { downloadsFunctions } from "./endpoints/downloads.ts";
import { paymentFunctions } from "./endpoints/payment.ts";
import { quoteFunctions } from "./endpoints/quotes.ts";

const union = <T>(...lists: (readonly T[])[]): T[] => [...new Set(lists.flat())];

function reading({ grants, ...own }: OwnSettings, partition: Partition): OwnSettings {
  const { table = [], partitions = [], readOnly = [] } = grants;
  return {
    ...own,
    grants: {
      ...grants,
      table: union(["dynamodb:GetItem"], table),
      partitions: union([partition], partitions),
      readOnly: partitions.includes(partition) ? readOnly : [partition, ...readOnly],
    },
  };
}

/**
 * Every endpoint with an id token checks that its account and profile still exist: `functions/customer/signed-in.ts`.
 */
function withCallerGrants(own: OwnSettings): OwnSettings {
  const { grants, environment = [], ...rest } = reading(own, "CUSTOMER#*");
  return {
    ...rest,
    environment: [...environment, "USER_POOL_ID"],
    grants: { ...grants, userPool: union(accountCheck, grants.userPool ?? []) },
  };
}

/** Anybody may call the endpoint: its function itself refuses. */
export const isPublic = ({ authentication }: Endpoint): boolean =>
  authentication === "none" || authentication === "optional-id-token";

function asEndpoint({ authentication, recentPassword }: Endpoint, own: OwnSettings): OwnSettings {
  const takesIdToken = authentication === "id-token" || authentication === "optional-id-token";
  const known = takesIdToken ? withCallerGrants(own) : own;
  // A password that was replaced since is not recent: `ACTIVITY#` has the time.
  const { environment = [], ...settings } = recentPassword ? reading(known, "ACTIVITY#*") : known;
  // Endpoints answer only requests with CloudFront's origin secret.
  return { ...settings, environment: [...environment, "ORIGIN_SECRETS"] };
}

function asEndpoints<Name extends EndpointName>(functions: Record<Name, OwnSettings>) {
  const complete = { ...functions };
  for (const name in functions) complete[name] = asEndpoint(endpoints[name], functions[name]);
  return complete;
}

/** Exactly the endpoints of the contract, by the type argument. */
const complete = asEndpoints<EndpointName>({
  ...customerFunctions,
  ...downloadsFunctions,
  ...paymentFunctions,
  ...quoteFunctions,
  ...accountFunctions,
  notices: {
    grants: { table: ["dynamodb:Query"], partitions: ["NOTICES"], readOnly: ["NOTICES"] },
  },
  health: { environment: ["APP_VERSION"], grants: {} },
});

export const endpointFunctions = configured<EndpointName>("api", 10, complete);

export type EndpointFunctionName = keyof typeof endpointFunctions;
