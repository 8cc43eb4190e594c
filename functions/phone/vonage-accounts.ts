/** Vonage's Subaccounts API. Source: developer.vonage.com/en/api/subaccounts. */
import * as z from "zod/mini";
import { type NoAnswer, send } from "../platform/http.ts";
import { readVonageAccount } from "../platform/secrets.ts";
import { optionalEnvironment } from "../runtime/environment.ts";
import { Problem } from "../runtime/problem.ts";
import { VonageFailed } from "./vonage-verify.ts";

const subaccount = z.object({ suspended: z.boolean() });
const timeoutMs = 4000;

/** Looks under our own account. Throws 502 when Vonage does not say, 503 without our own credentials. */
export async function findSubaccount(apiKey: string): Promise<"usable" | "suspended" | "unknown"> {
  const account = await readVonageAccount();
  const origin = optionalEnvironment("VONAGE_API_URL") ?? "https://api.nexmo.com";
  const path = `/accounts/${encodeURIComponent(account.apiKey)}/subaccounts/${encodeURIComponent(apiKey)}`;
  const credentials = Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64");
  const headers = { authorization: `Basic ${credentials}`, accept: "application/json" };
  const response = await send({ method: "GET", url: new URL(path, origin), headers, timeoutMs }).catch(
    (cause: NoAnswer) => {
      throw new Problem("provider_failed", { cause });
    },
  );
  if (response.status === 404) return "unknown";
  const found = response.status === 200 ? subaccount.safeParse(parseJson(response.text)) : undefined;
  if (!found?.success) {
    throw new Problem("provider_failed", { cause: new VonageFailed("subaccount", response.status) });
  }
  return found.data.suspended ? "suspended" : "usable";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
