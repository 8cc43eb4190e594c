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
    return json(200, { api_key: found.apiKey, name: found.name, suspended: found.suspended });
  },
});

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
