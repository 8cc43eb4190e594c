/**
 * Ends mails without signing in. Source: RFC 8058, RFC 2369. Mail scanners follow every link: only a POST changes anything, and the page
 * that a person opens asks first.
 */
import { createHmac } from "node:crypto";
import { readUnsubscribeKeys } from "#functions/platform/secrets.ts";
import { isSameSecret } from "#functions/runtime/same-secret.ts";
import { unsubscribe } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";

/** The mails that a link ends: service information, or copies of the customer's invoices to one `recipient` (`recipientId`). */
export interface Subscription {
  /** The customer's `sub`. */
  customer: string;
  recipient?: string | undefined;
}

/** `<sub>.<signature>` or `<sub>.<recipient>.<signature>`, for as long as the key is accepted. */
export async function unsubscribeToken(customer: string, recipient?: string): Promise<string> {
  const { key } = await readUnsubscribeKeys();
  const subscription = { customer, recipient };
  return [customer, recipient, sign(subscription, key)].filter((part) => part !== undefined).join(".");
}

/** Undefined for a token that is not ours. */
export async function subscriptionOfToken(token: string): Promise<Subscription | undefined> {
  const { key, previousKey } = await readUnsubscribeKeys();
  const parts = token.split(".");
  const signature = parts.pop() ?? "";
  const [customer = "", recipient, ...rest] = parts;
  const subscription = { customer, recipient };
  const isSigned = [key, previousKey].some(
    (each) => each !== undefined && isSameSecret(signature, sign(subscription, each)),
  );
  return isSigned && rest.length === 0 ? subscription : undefined;
}

const sign = ({ customer, recipient }: Subscription, key: string): string =>
  createHmac("sha256", key)
    .update(
      recipient === undefined ? `service-information:${customer}` : `invoice-copies:${customer}:${recipient}`,
    )
    .digest("base64url");

/** The page that asks first. The fragment stays in the browser. */
export function unsubscribePage(siteUrl: string, token: string): string {
  const isOfCopies = token.split(".").length === 3;
  return `${siteUrl}${isOfCopies ? paths.unsubscribeCopies : paths.unsubscribe}#${token}`;
}

export const unsubscribeHeaders = (siteUrl: string, token: string): Record<string, string> => ({
  "List-Unsubscribe": `<${siteUrl}${unsubscribe.path}?token=${token}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
