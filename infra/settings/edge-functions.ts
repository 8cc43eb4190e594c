import { readFileSync } from "node:fs";
import { lastingCookieSeconds, lastingCookies } from "#shared/site/cookies.ts";
import { htmlFiles, notFoundFile, redirects } from "#shared/site/paths.ts";

const handler = readFileSync(new URL("../edge/serve-html.js", import.meta.url), "utf8");

/**
 * Code of the CloudFront Function, for CloudFront and the local edge alike. CloudFront takes up to 10 kB.
 * `relatedOrigins`: origins that may use the passkeys of the site's relying party.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
export const serveHtml = (relatedOrigins: readonly string[] = []): string =>
  [
    `const relatedOrigins = ${JSON.stringify(relatedOrigins)};`,
    `const htmlFiles = ${JSON.stringify(htmlFiles)};`,
    `const notFoundFile = ${JSON.stringify(notFoundFile)};`,
    `const redirects = ${JSON.stringify(redirects)};`,
    `const lastingCookies = ${JSON.stringify(lastingCookies)};`,
    `const lastingCookieSeconds = ${lastingCookieSeconds};`,
    handler,
  ].join("\n");
