/** The edge in front of the built site and of the gateway, as CloudFront: files, statuses, headers and what it refuses. */
import { readFileSync } from "node:fs";
import { get as httpGet } from "node:http";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cacheControl, contentSecurityPolicy, securityHeaders } from "#infra/settings/headers.ts";
import { cachedSite } from "#scripts/local/build-cache.ts";
import { sampleCompany } from "#scripts/local/control/sample-company.ts";
import { createEdge } from "#scripts/local/edge/edge.ts";
import { createGateway } from "#scripts/local/edge/gateway.ts";
import { createStaticSite } from "#scripts/local/edge/static-site.ts";
import { listen } from "#scripts/local/http.ts";
import { localPrice } from "#scripts/local/identifiers.ts";
import type { LambdaHost } from "#scripts/local/lambda/lambda-host.ts";
import { Scope } from "#scripts/local/scope.ts";
import { htmlFiles } from "#shared/site/paths.ts";

const site = await cachedSite();
const userPoolEndpoint = "http://localhost:9229";
let events: { headers: Record<string, string> }[] = [];
beforeEach(() => {
  events = [];
});
const lambda = {
  invoke: async (_name: string, event: (typeof events)[number]) => {
    events.push(event);
    const headers = { "content-type": "application/json", "cache-control": "public" };
    return { statusCode: 200, headers, body: "{}" };
  },
} as unknown as LambdaHost;

const scope = new Scope();
afterAll(() => scope.close());
const edge = createEdge({
  gateway: createGateway(lambda, { issuer: "pool", clientIds: [], jwks: () => ({ keys: [] }) }),
  site: createStaticSite(site),
  config: {
    ...{ region: "ap-northeast-1", userPoolId: "ap-northeast-1_Test", userPoolClientId: "client" },
    ...{
      userPoolEndpoint,
      company: sampleCompany,
      price: localPrice,
      invoiceDaysUntilDue: 30,
      pluginAddresses: [],
    },
  },
  control: (_, response) => void response.end("control"),
});
const { url } = await listen(edge, { scope });

const get = (path: string, headers = {}) => fetch(`${url}${path}`, { headers });
const builtFile = (path: string) => readFileSync(join(site, path), "utf8");
const assets = [...builtFile("signin.html").matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
  ([, path = ""]) => path,
);

/** With just these headers: `fetch` adds some of its own. */
const statusWith = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    httpGet(`${url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test.each(["/signin", "/api/health"])("%s is refused without a user agent", async (path) => {
  expect(await statusWith(path, {})).toBe(403);
  expect(await statusWith(path, { "user-agent": "a browser" })).toBe(200);
});

describe("the site", () => {
  test.each([
    ["/", "index.html", 200],
    ["/signup/comp", "signup/comp.html", 200],
    ["/menu", "frame.html", 200],
    ["/no/such", "not-found.html", 404],
  ])("%s is the HTML file %s with status %i, never cached unasked", async (path, file, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": cacheControl.documents,
    });
    expect(await response.text()).toBe(builtFile(file));
  });

  test("cookies of the browser come back with the page", async () => {
    const { headers } = await get("/signin", { cookie: "signedOut=1; browserId=ab12" });
    expect(headers.getSetCookie()).toEqual([
      "browserId=ab12; Max-Age=34560000; Path=/; SameSite=Lax; Secure",
    ]);
  });

  test("assets carry a hash and may be kept for ever", async () => {
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      expect(path).toMatch(/-[\w-]{6,8}\.(?:js|css)$/);
      const { status, headers } = await get(path);
      const kept = { ...securityHeaders, "cache-control": cacheControl.assets };
      expect([status, Object.fromEntries(headers)]).toEqual([200, expect.objectContaining(kept)]);
    }
  });

  test.each([
    "/assets/main-00000000.js",
    "/no-such.png",
    "/package.json",
    "/assets/..%2f..%2f..%2f..%2f..%2fpackage.json",
  ])("%s is missing: 404, not the page", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("<");
  });

  test("an unchanged page is not sent again", async () => {
    const etag = (await get("/signin")).headers.get("etag") ?? "";
    const response = await get("/signin", { "if-none-match": etag });
    expect([response.status, await response.text()]).toEqual([304, ""]);
  });

  test.each(["POST", "PUT", "DELETE"])("%s of a page is refused", async (method) => {
    expect((await fetch(`${url}/signin`, { method })).status).toBe(403);
  });

  test("the place of a new password is /pw/change", async () => {
    const response = await fetch(`${url}/.well-known/change-password`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/pw/change"]);
  });

  test("security.txt says whom to tell, and for less than a year", async () => {
    const [contact, expires = ""] = (await (await get("/.well-known/security.txt")).text()).split("\n");
    expect(contact).toMatch(/^Contact: https?:\/\/\S+$/);
    const days = (Date.parse(expires.replace("Expires: ", "")) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(180);
    expect(days).toBeLessThan(365);
  });

  test.each([
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/manifest.json", "application/json"],
    ["/apple-touch-icon.png", "image/png"],
    ["/icon-512.png", "image/png"],
  ])("%s is %s", async (path, type) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  });

  test.each(["/", "/menu", "/config.json", "/favicon.svg", "/no-such.png"])(
    "%s has the security headers, whose policy allows the user pool",
    async (path) => {
      const policy = contentSecurityPolicy([userPoolEndpoint]);
      const { headers } = await get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...securityHeaders,
        "content-security-policy": policy,
      });
      expect(policy).not.toMatch(/unsafe|\*/);
    },
  );

  test.each([...new Set(Object.values(htmlFiles))])(
    "%s has no inline script or style that the policy would have to allow",
    (file) => {
      expect(builtFile(file)).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style/);
    },
  );

  test("one style sheet comes before the script, which does not compete with it", () => {
    const head = builtFile("signin.html").split("</head>")[0] ?? "";
    const requested = [...head.matchAll(/<(?:link|script)[^>]*assets[^>]*>/g)].map(([tag]) => tag);
    expect(requested).toEqual([
      expect.stringMatching(/^<link rel="stylesheet"/),
      expect.stringMatching(/^<script type="module" fetchpriority="low"/),
      // Only browsers without modules ask for it.
      expect.stringMatching(/^<script nomodule defer/),
    ]);
  });
});

describe("the API", () => {
  const elevenMegabytes = "x".repeat(11 * 1024 * 1024);
  test.each<[what: string, status: number, path: string, init?: RequestInit]>([
    ["a function's answer", 200, "/api/health"],
    ["a call without a token", 401, "/api/user?name=x"],
    ["an unknown path", 404, "/api/signin"],
    ["a path with more behind it", 404, "/api/health/x"],
    ["a path with a slash behind it", 404, "/api/health/"],
    ["the folder", 404, "/api/"],
    ["a wrong method", 404, "/api/user", { method: "DELETE" }],
    ["a body of 11 MB", 413, "/api/verify", { method: "POST", body: elevenMegabytes }],
  ])("%s is answered %i as JSON that must not be stored", async (_, status, path, init) => {
    const response = await fetch(`${url}${path}`, init);
    expect([response.status, events.length]).toEqual([status, status === 200 ? 1 : 0]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...securityHeaders,
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    expect(await response.json()).toBeInstanceOf(Object);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a function is told the caller's address by the edge, whatever the caller says", async () => {
    await get("/api/health", { "cloudfront-viewer-address": "203.0.113.1:443" });
    expect(events[0]?.headers["cloudfront-viewer-address"]).toMatch(/^(?:127\.0\.0\.1|::1):\d+$/);
  });
});
