/**
 * Ends service information without signing in. Source: RFC 8058, RFC 2369. Mail scanners follow every link: only a POST
 * changes anything, and the page that a person opens asks first.
 */
import { createHmac } from "node:crypto";
import { readUnsubscribeKeys } from "#functions/platform/secrets.ts";
import { isSameSecret } from "#functions/runtime/same-secret.ts";
import { unsubscribe } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";

/** `<sub>.<signature>`, for as long as the key is accepted. */
export async function unsubscribeToken(sub: string): Promise<string> {
  const { key } = await readUnsubscribeKeys();
  return `${sub}.${sign(sub, key)}`;
}

/** The customer's `sub`; undefined for a token that is not ours. */
export async function customerOfToken(token: string): Promise<string | undefined> {
  const { key, previousKey } = await readUnsubscribeKeys();
  const [sub = "", signature = ""] = token.split(".");
  const isSigned = [key, previousKey].some(
    (each) => each !== undefined && isSameSecret(signature, sign(sub, each)),
  );
  return isSigned ? sub : undefined;
}

const sign = (sub: string, key: string): string =>
  createHmac("sha256", key).update(`service-information:${sub}`).digest("base64url");

/** The fragment stays in the browser. */
export const unsubscribePage = (siteUrl: string, token: string): string =>
  `${siteUrl}${paths.unsubscribe}#${token}`;

export const unsubscribeHeaders = (siteUrl: string, token: string): Record<string, string> => ({
  "List-Unsubscribe": `<${siteUrl}${unsubscribe.path}?token=${token}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
