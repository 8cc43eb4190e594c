import { get as httpGet } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { cacheControl, contentSecurityPolicy, securityHeaders } from "#infra/settings/headers.ts";
import { htmlFiles } from "#shared/site/paths.ts";
import { createCustomer, getApi, postJson } from "../support/customer.ts";
import { local } from "../support/local.ts";

/** Status for a request with just these headers; `fetch` adds some of its own. */
const statusFor = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    httpGet(local.url(path), { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test.each(["/signin", "/api/health"])("%s refuses a request without a user agent", async (path) => {
  expect(await statusFor(path, {})).toBe(403);
  expect(await statusFor(path, { "user-agent": "a browser" })).toBe(200);
});

const get = (path: string, headers = {}) => fetch(local.url(path), { headers });
const htmlOf = async (path: string) => (await get(path)).text();
const assets = async () =>
  [...(await htmlOf("/signin")).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");

describe("the site", () => {
  test.each([
    ["/", "/index.html"],
    ["/signin", "/signin.html"],
    ["/signup/comp", "/signup/comp.html"],
    ["/error", "/error.html"],
    ["/signin/auth", "/frame.html"],
    ["/menu", "/frame.html"],
    ["/dl/plugin/", "/frame.html"],
  ])("%s is an HTML file of its own, never cached unasked", async (path, file) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe(cacheControl.documents);
    expect(await response.text()).toBe(await htmlOf(file));
  });

  test.each(["/no/such", "/a/", "/menu/more", "/not-found.html"])(
    "%s is a page too, with status 404",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toBe(await htmlOf("/not-found.html"));
    },
  );

  test("assets carry a hash and may be kept for ever", async () => {
    const paths = await assets();
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      expect(path).toMatch(/-[\w-]{6,8}\.(?:js|css)$/);
      const response = await get(path);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, cacheControl.assets]);
    }
  });

  test.each([
    "/assets/main-00000000.js",
    "/no-such.png",
    "/favicon.ico",
    "/../package.json",
    "/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
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

  test("takes no writing", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      expect((await fetch(local.url("/signin"), { method })).status).toBe(403);
    }
  });

  test("security.txt says whom to tell, and for less than a year", async () => {
    const [contact, expires] = (await htmlOf("/.well-known/security.txt")).split("\n");
    expect(contact).toMatch(/^Contact: https?:\/\/\S+$/);
    const days = (Date.parse(expires?.replace("Expires: ", "") ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(180);
    expect(days).toBeLessThan(365);
  });

  test.each([
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/manifest.json", "application/json"],
    ["/apple-touch-icon.png", "image/png"],
    ["/icon-512.png", "image/png"],
  ])("%s is there", async (path, type) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  });

  test("config.json names the user pool and nothing secret", async () => {
    const config = await (await get("/config.json")).json();
    const { cognito } = await local.services();
    expect(config).toMatchObject({
      region: "ap-northeast-1",
      userPoolId: cognito?.userPoolId,
      userPoolClientId: cognito?.userPoolClientId,
      userPoolEndpoint: cognito?.endpoint,
    });
    expect(JSON.stringify(config)).not.toMatch(/secret|private|accessKey|password|token/i);
  });
});

describe("security headers", () => {
  test.each(["/", "/menu", "/config.json", "/favicon.svg", "/no-such.png"])("stand on %s", async (path) => {
    const { headers } = await get(path);
    const { cognito } = await local.services();
    const policy = contentSecurityPolicy([cognito?.endpoint ?? ""]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders,
      "content-security-policy": policy,
    });
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test("stand on every script as well", async () => {
    for (const path of await assets()) {
      expect(Object.fromEntries((await get(path)).headers)).toMatchObject(securityHeaders);
    }
  });

  test.each([...new Set(Object.values(htmlFiles))])(
    "%s has no inline script or style that the policy would have to allow",
    async (file) => {
      expect(await htmlOf(file)).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style/);
    },
  );

  test("one style sheet comes before the script, which does not compete with it", async () => {
    const head = (await htmlOf("/signin")).split("</head>")[0] ?? "";
    const requested = [...head.matchAll(/<(?:link|script)[^>]*assets[^>]*>/g)].map(([tag]) => tag);
    expect(requested).toEqual([
      expect.stringMatching(/^<link rel="stylesheet"/),
      expect.stringMatching(/^<script type="module" fetchpriority="low"/),
    ]);
  });
});

describe("the API", () => {
  let idToken: string;
  beforeAll(async () => {
    ({ idToken } = await createCustomer());
  });

  const answers: Record<string, [() => Promise<Response>, number]> = {
    "a good answer": [() => getApi("/api/health"), 200],
    "bad input": [() => postJson("/api/verify", {}), 400],
    "no token": [() => getApi("/api/user?name=x"), 401],
    "somebody else's": [() => getApi("/api/user?name=x", idToken), 403],
    "an unknown path": [() => getApi("/api/nothing"), 404],
    "a wrong method": [() => fetch(local.url("/api/user"), { method: "DELETE" }), 404],
    "a body too large": [() => postJson("/api/verify", { mode: "x".repeat(300_000) }), 413],
  };
  test.each(Object.entries(answers))("%s is JSON that must not be stored", async (_, [call, status]) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toBeInstanceOf(Object);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...securityHeaders,
      "cache-control": "no-store",
    });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each(["/api/nothing", "/api/", "/api/user/", "/api/health/x", "/api/signin"])(
    "%s is not the page and stays a 404",
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.json()]).toEqual([404, { message: "Not Found" }]);
    },
  );

  test.each([
    ["POST", "/api/health"],
    ["POST", "/api/download/file"],
    ["GET", "/api/verify"],
    ["PUT", "/api/user"],
  ])("%s %s is not a route", async (method, path) => {
    expect((await fetch(local.url(path), { method })).status).toBe(404);
  });

  test("answers health with its version", async () => {
    expect(await (await get("/api/health")).json()).toEqual({ status: "ok", version: "local" });
  });
});
