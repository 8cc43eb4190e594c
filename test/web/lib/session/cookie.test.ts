import { afterEach, expect, test, vi } from "vitest";
import { readCookie } from "#web/lib/session/cookie.ts";

afterEach(() => vi.unstubAllGlobals());

const given = (cookie: string) => vi.stubGlobal("document", { cookie });

test.each([
  ["browserId=50%", undefined],
  ["browserId=%E3%81", undefined],
  ["browserId=50%; browserId=abc", "abc"],
  ["browserId=abc; browserId=50%", "abc"],
  ["browserId=", undefined],
  ["otherbrowserId=x; browserId=%E9%9B%BB", "電"],
  ["", undefined],
])("among the cookies “%s”, browserId is %s", (cookie, value) => {
  given(cookie);
  expect(readCookie("browserId")).toBe(value);
});
