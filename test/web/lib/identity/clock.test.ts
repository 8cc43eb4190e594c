import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { explainWrongClock } from "#web/lib/identity/clock.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";

const fetchMock = vi.fn<typeof fetch>();
const minutes = 60_000;
beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

const serverSays = (date: string | undefined) =>
  fetchMock.mockResolvedValue(Response.json({}, { headers: date === undefined ? {} : { date } }));
const codeOf = (code: string) =>
  explainWrongClock(Promise.reject(new IdentityError(code, code))).catch(
    (error: IdentityError) => error.code,
  );

test.each([
  [-20, "ClockIsWrong"],
  [-5, "ClockIsWrong"],
  [-4, "NotAuthorizedException"],
  [4, "NotAuthorizedException"],
  [5, "ClockIsWrong"],
  [20, "ClockIsWrong"],
])("a refused password on a clock that is %i minutes off is %s", async (off, code) => {
  serverSays(new Date(Date.now() - off * minutes).toUTCString());
  expect(await codeOf("NotAuthorizedException")).toBe(code);
  expect(fetchMock).toHaveBeenCalledWith("/api/health", expect.objectContaining({ cache: "no-store" }));
});

test("a refused password stays one where nobody says what time it is", async () => {
  serverSays(undefined);
  expect(await codeOf("NotAuthorizedException")).toBe("NotAuthorizedException");
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await codeOf("NotAuthorizedException")).toBe("NotAuthorizedException");
});

test("other refusals and a right password ask for no time", async () => {
  expect(await codeOf("UserNotConfirmedException")).toBe("UserNotConfirmedException");
  expect(await explainWrongClock(Promise.resolve("done"))).toBe("done");
  expect(fetchMock).not.toHaveBeenCalled();
});
