/** `GET /accounts/{api_key}/subaccounts/{subaccount_key}`. Source: Subaccounts API reference (developer.vonage.com). */
import { timingSafeEqual } from "node:crypto";
import { Problem, problems } from "./problem.ts";
import type { VonageApi } from "./verify-api.ts";

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

const pattern = /^\/accounts\/([^/]+)\/subaccounts\/([^/]+)\/?$/;

export function createSubaccountsApi({ apiKey, apiSecret }: VonageAccount): VonageApi {
  const credentials = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;

  return {
    operation: ({ method, url }) =>
      pattern.test(url.pathname) ? `${method} /accounts/{api_key}/subaccounts/{subaccount_key}` : undefined,
    async handle({ method, url, headers }) {
      if (!isSame(headers.authorization ?? "", credentials)) throw unauthorized();
      if (method !== "GET") throw problems.noSuchPath();
      const [, primary = "", wanted = ""] = pattern.exec(url.pathname) ?? [];
      if (primary !== apiKey) throw unprovisioned(primary);
      const found = sampleSubaccounts.find((each) => each.apiKey === wanted);
      if (!found) throw invalidKey(wanted);
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(describe(found, apiKey)),
      };
    },
  };
}

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

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const unauthorized = () =>
  new Problem(
    401,
    "Invalid credentials supplied",
    "#unauthorized",
    "You did not provide correct credentials.",
  );

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
