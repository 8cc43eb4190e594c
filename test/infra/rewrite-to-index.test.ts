import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../../infra/edge/rewrite-to-index.js", import.meta.url), "utf8");
const edge = createContext({});
runInContext(source, edge);

function rewritten(uri: string): string {
  const event = JSON.stringify({
    version: "1.0",
    request: { method: "GET", uri, querystring: {}, headers: {} },
  });
  return runInContext(`handler(${event}).uri`, edge);
}

test.each([
  ["/", "/index.html"],
  ["/signin", "/index.html"],
  ["/signin/auth", "/index.html"],
  ["/upgrade/payment", "/index.html"],
  ["/no/such/screen", "/index.html"],
  ["/dl/plugin/", "/index.html"],
  ["/version-1.0/notes", "/index.html"],
  ["/apiary", "/index.html"],
  ["/index.html", "/index.html"],
  ["/config.json", "/config.json"],
  ["/assets/main-0a1b2c3d.js", "/assets/main-0a1b2c3d.js"],
  ["/assets/missing.css", "/assets/missing.css"],
  ["/favicon.ico", "/favicon.ico"],
  ["/.well-known/security.txt", "/.well-known/security.txt"],
])("%s is answered by %s", (uri, file) => {
  expect(rewritten(uri)).toBe(file);
});
