import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { serveHtml } from "#infra/settings/edge-functions.ts";

const newEdge = (...relatedOrigins: string[]) => {
  const edge = createContext({});
  runInContext(serveHtml(relatedOrigins), edge);
  return edge;
};
const alone = newEdge();

/** As CloudFront calls it. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
function run(eventType: string, uri: string, statusCode = 200, cookies = {}, edge = alone) {
  const event = {
    version: "1.0",
    context: { eventType },
    request: { method: "GET", uri, querystring: {}, headers: {}, cookies },
    response: { statusCode, statusDescription: "OK", headers: {}, cookies: {} },
  };
  return runInContext(`handler(${JSON.stringify(event)})`, edge);
}

const answers = [
  ["/", "/index.html", 200],
  ["/signin", "/signin.html", 200],
  ["/signin/", "/signin.html", 200],
  ["/pw/change/comp", "/frame.html", 200],
  ["/menu", "/frame.html", 200],
  ["/dl/plugin/", "/frame.html", 200],
  ["/no/such/screen", "/not-found.html", 404],
  ["/version-1.0/notes", "/not-found.html", 404],
  ["/signin//", "/not-found.html", 404],
  ["/apiary", "/not-found.html", 404],
  ["/constructor", "/not-found.html", 404],
  ["/not-found.html", "/not-found.html", 404],
  ["/config.json", "/config.json", 200],
  ["/.well-known/security.txt", "/.well-known/security.txt", 200],
] as const;

test.each(answers)("%s is answered by %s with status %i", (uri, file, status) => {
  expect(run("viewer-request", uri).uri).toBe(file);
  expect(run("viewer-response", uri).statusCode).toBe(status);
  // Whether CloudFront shows the path or its file to the viewer-response function does not matter.
  expect(run("viewer-response", file).statusCode).toBe(status);
});

test("a password manager's question for the new password leads to /pw/change", () => {
  const answer = run("viewer-request", "/.well-known/change-password");
  expect(answer).toMatchObject({ statusCode: 302, headers: { location: { value: "/pw/change" } } });
  expect(run("viewer-request", "/.well-known/another").uri).toBe("/not-found.html");
});

test("other names of the site may use the passkeys of the relying party", () => {
  const related = newEdge("https://new.example.com", "https://portal.example.co.jp");
  expect(run("viewer-request", "/.well-known/webauthn", 200, {}, related)).toEqual({
    statusCode: 200,
    statusDescription: "OK",
    headers: { "content-type": { value: "application/json" }, "cache-control": { value: "no-cache" } },
    body: {
      encoding: "text",
      data: '{"origins":["https://new.example.com","https://portal.example.co.jp"]}',
    },
  });
  expect(run("viewer-request", "/.well-known/webauthn").uri).toBe("/not-found.html");
});

test("cookies that know the browser are set anew for 400 days, and no others", () => {
  const lasting = { browserId: { value: "ab12" }, dismissedNotices: { value: "a.b%20c" } };
  const others = { signedOut: { value: "1" }, passkeyLoginId: { value: "a; Domain=example.com" } };
  const attributes = "Max-Age=34560000; Path=/; SameSite=Lax; Secure";
  expect(run("viewer-response", "/signin", 304, { ...lasting, ...others }).cookies).toEqual({
    browserId: { value: "ab12", attributes },
    dismissedNotices: { value: "a.b%20c", attributes },
  });
  expect(run("viewer-response", "/assets/index-1.js", 200, lasting).cookies).toEqual({});
});

test("a page that did not change stays a 304", () => {
  expect(run("viewer-response", "/no/such/screen", 304).statusCode).toBe(304);
});

test("fits into a CloudFront function", () => {
  expect(Buffer.byteLength(serveHtml(Array(10).fill(`https://${"a".repeat(60)}.example.com`)))).toBeLessThan(
    10_000,
  );
});
