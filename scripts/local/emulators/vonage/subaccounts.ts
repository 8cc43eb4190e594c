/** `GET /accounts/{api_key}/subaccounts/{subaccount_key}`. Source: Subaccounts API reference (developer.vonage.com). */
import { json, Problem, problems } from "./problem.ts";
import type { Calls } from "./verify-api.ts";

interface Subaccount {
  apiKey: string;
  name: string;
  suspended: boolean;
}

export interface VonageAccount {
  apiKey: string;
  apiSecret: string;
}

/** One in use, one suspended. */
export const sampleSubaccounts: readonly Subaccount[] = [
  { apiKey: "a1b2c3d4", name: "株式会社サンプル", suspended: false },
  { apiKey: "b2c3d4e5", name: "停止中のアカウント", suspended: true },
];

/** Key and secret as Vonage's older APIs want them. */
export const basicAuthorization = ({ apiKey, apiSecret }: VonageAccount): string =>
  `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;

export const subaccountCalls = (account: VonageAccount): Calls => ({
  "GET /accounts/{api_key}/subaccounts/{subaccount_key}": ({ headers }, primary = "", wanted = "") => {
    if (headers.authorization !== basicAuthorization(account)) throw problems.unauthorized();
    if (primary !== account.apiKey) throw unprovisioned(primary);
    const found = sampleSubaccounts.find((each) => each.apiKey === wanted);
    if (!found) throw invalidKey(wanted);
    return json(200, describe(found, primary));
  },
});

/** One that lives on the primary account's balance has none of its own. */
function describe({ apiKey, name, suspended }: Subaccount, primary: string): Record<string, unknown> {
  return {
    api_key: apiKey,
    name,
    primary_account_api_key: primary,
    use_primary_account_balance: true,
    created_at: "2024-04-01T00:00:00.000Z",
    suspended,
    balance: null,
    credit_limit: null,
  };
}

const unprovisioned = (key: string) =>
  new Problem(
    403,
    "Authorisation error",
    "/account/subaccounts#unprovisioned",
    `Account '${key}' is not provisioned to access Subaccount Provisioning API`,
  );

const invalidKey = (key: string) =>
  new Problem(
    404,
    "Invalid API Key",
    "/account/subaccounts#invalid-api-key",
    `API key '${key}' does not exist, or you do not have access`,
  );
