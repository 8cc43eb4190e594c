/** Vonage's subaccounts, for which the SDK has no client. Source: developer.vonage.com/en/api/subaccounts. */
import * as z from "zod/mini";
import {
  onceMoreIfCutOff,
  statusOf,
  VonageCallError,
  vonageClient,
  vonageUrl,
} from "#functions/phone/vonage.ts";
import { readVonageAccount } from "#functions/platform/secrets.ts";

const subaccount = z.object({ suspended: z.boolean() });
const timeoutMs = 4000;

/**
 * Looks up an API key among the main account's subaccounts. Throws 502 if Vonage fails, 503 without
 * credentials.
 */
export async function findSubaccount(apiKey: string): Promise<"usable" | "suspended" | "unknown"> {
  const credentials = await readVonageAccount();
  const { accounts } = vonageClient(credentials, timeoutMs);
  const [account, wanted] = [credentials.apiKey, apiKey].map(encodeURIComponent);
  try {
    const url = vonageUrl(`/accounts/${account}/subaccounts/${wanted}`);
    const { data } = await onceMoreIfCutOff(() => accounts.sendGetRequest(url));
    return z.parse(subaccount, data).suspended ? "suspended" : "usable";
  } catch (error) {
    if (statusOf(error) === 404) return "unknown";
    throw new VonageCallError("subaccount", error);
  }
}
