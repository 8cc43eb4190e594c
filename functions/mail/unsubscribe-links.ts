/**
 * Links that unsubscribe without signing in. Sources: RFC 8058, RFC 2369. Mail scanners follow every link: so
 * only a POST unsubscribes, and the linked page asks first.
 */
import { createHmac } from "node:crypto";
import { readUnsubscribeKeys } from "#functions/platform/secrets.ts";
import { isSameSecret } from "#functions/runtime/same-secret.ts";
import { unsubscribe } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";

/**
 * The mails that a link unsubscribes from: service information, or copies of the customer's invoices to one
 * `recipient` (`recipientId`).
 */
interface MailSubscription {
  /** The customer's `sub`. */
  customer: string;
  recipient?: string | undefined;
}

/** Returns `<sub>.<signature>` or `<sub>.<recipient>.<signature>`, valid as long as the key is accepted. */
export async function unsubscribeToken(customer: string, recipient?: string): Promise<string> {
  const { key } = await readUnsubscribeKeys();
  const subscription = { customer, recipient };
  return [customer, recipient, sign(subscription, key)].filter((part) => part !== undefined).join(".");
}

/** Returns undefined for a token without a valid signature. */
export async function mailSubscriptionOf(token: string): Promise<MailSubscription | undefined> {
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

const sign = ({ customer, recipient }: MailSubscription, key: string): string =>
  createHmac("sha256", key)
    .update(
      recipient === undefined ? `service-information:${customer}` : `invoice-copies:${customer}:${recipient}`,
    )
    .digest("base64url");

/** Returns the URL of the page that asks first. The token is in the fragment, which stays in the browser. */
export function unsubscribePage(siteUrl: string, token: string): string {
  const isOfCopies = token.split(".").length === 3;
  return `${siteUrl}${isOfCopies ? paths.unsubscribeCopies : paths.unsubscribe}#${token}`;
}

export const unsubscribeHeaders = (siteUrl: string, token: string): Record<string, string> => ({
  "List-Unsubscribe": `<${siteUrl}${unsubscribe.path}?token=${token}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
