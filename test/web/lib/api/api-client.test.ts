import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  corporateNumber,
  downloadFile,
  endpoints,
  getUser,
  signInMethods,
  verify,
} from "#shared/endpoints.ts";
import { errorCodes } from "#shared/errors.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isSessionOver, isSignedOut } from "#web/lib/api/failure.ts";
import { currentSession } from "#web/lib/identity/tokens/current-session.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { hasJustChanged } from "#web/lib/net/last-change.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

vi.mock(import("#web/lib/identity/tokens/current-session.ts"), async (original) => ({
  ...(await original()),
  currentSession: vi.fn(),
}));

const now = Date.UTC(2026, 10, 20);
const token = (secondsLeft: number): string =>
  ["e30", btoa(JSON.stringify({ exp: now / 1000 + secondsLeft })).replaceAll("=", ""), "signature"].join(".");
const release = { result: { url: "https://bucket.example/plugin.zip", version: "2.0.0" } };

const fetchMock = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers }));
const download = () => callApi(downloadFile, { query: { file_type: "plugin" } });
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const sentHeaders = () => new Headers(fetchMock.mock.calls[0]?.[1]?.headers);

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal("fetch", fetchMock);
  tabStorage.write("idToken", token(600));
});
afterEach(() => {
  session.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe("a call", () => {
  it("carries the stored id token in the Authentication header", async () => {
    answer(200, release);
    expect(await download()).toEqual(release);
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/download/file?file_type=plugin");
    expect(sentHeaders().get("authentication")).toBe(token(600));
    expect(sentHeaders().get("content-type")).toBe("application/json");
    expect(currentSession).not.toHaveBeenCalled();
  });

  it("of an open endpoint carries none", async () => {
    answer(200, { request_id: "r1" });
    tabStorage.remove("idToken");
    await callApi(verify, { body: { mode: "send", phone_number: "090-1234-5678" } });
    expect(sentHeaders().has("authentication")).toBe(false);
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"mode":"send","phone_number":"090-1234-5678"}');
  });

  it("escapes what goes into the address", async () => {
    answer(200, { results: [] });
    await callApi(getUser, { query: { name: "a&b=c/あ" } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/user?name=a%26b%3Dc%2F%E3%81%82");
  });
});

describe("a token about to expire", () => {
  beforeEach(() => tabStorage.write("idToken", token(59)));

  it("is renewed, stored and used", async () => {
    vi.mocked(currentSession).mockResolvedValue({ loginId: "taro", email: "", idToken: token(900) });
    answer(200, release);
    await download();
    expect(currentSession).toHaveBeenCalledWith({ refresh: true });
    expect(sentHeaders().get("authentication")).toBe(token(900));
    expect(tabStorage.read("idToken")).toBe(token(900));
  });

  it("is a 401 if it cannot be renewed, without a call", async () => {
    vi.mocked(currentSession).mockResolvedValue(undefined);
    expect(await failureOf(download())).toMatchObject({ status: 401, code: "unauthorized" });
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("is a connection failure when the identity provider cannot be reached", async () => {
    vi.mocked(currentSession).mockRejectedValue(new ConnectionError("offline"));
    expect(await failureOf(download())).toMatchObject({ name: "ConnectionError", reason: "offline" });
  });
});

describe("a token that has expired, on a computer whose clock is hours behind", () => {
  const expired = token(3600);
  const serverTime = new Date(now + 2 * 3600_000).toUTCString();
  const isRenewed = (init: RequestInit | undefined) =>
    new Headers(init?.headers).get("authentication") !== expired;
  const answerAsServer = () =>
    fetchMock.mockImplementation(async (_, init) =>
      isRenewed(init)
        ? new Response(JSON.stringify(release))
        : new Response("{}", { status: 401, headers: { date: serverTime } }),
    );
  beforeEach(() => tabStorage.write("idToken", expired));

  it("is renewed once the server refuses it", async () => {
    vi.mocked(currentSession).mockResolvedValue({ loginId: "taro", email: "", idToken: token(3 * 3600) });
    answerAsServer();
    expect(await download()).toEqual(release);
    expect(tabStorage.read("idToken")).toBe(token(3 * 3600));
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it("is a 401 if it cannot be renewed", async () => {
    vi.mocked(currentSession).mockResolvedValue(undefined);
    answerAsServer();
    expect(await failureOf(download())).toMatchObject({ status: 401 });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it("repeats nothing in the session of the next customer", async () => {
    answerAsServer();
    const asked = failureOf(download());
    session.endKeepingDrafts();
    tabStorage.write("idToken", token(3 * 3600));
    expect(isSessionOver(await asked)).toBe(true);
    expect(currentSession).not.toHaveBeenCalled();
    expect(fetchMock.mock.calls.filter(([, init]) => isRenewed(init))).toEqual([]);
  });
});

it("a valid token that the server refuses is not renewed", async () => {
  answer(401, {}, { date: new Date(now).toUTCString() });
  expect(await failureOf(download())).toMatchObject({ status: 401 });
  expect(currentSession).not.toHaveBeenCalled();
});

it("without a token is a 401, without a call", async () => {
  tabStorage.remove("idToken");
  expect(await failureOf(download())).toMatchObject({ status: 401 });
  expect(fetchMock).not.toHaveBeenCalled();
});

describe("an answer that comes after the end of the session that asked", () => {
  const signedIn = Object.entries(endpoints).filter(([, { authentication }]) => authentication !== "none");
  const ends = [
    ["is over", (): void => session.end()],
    ["has expired", (): void => session.endKeepingDrafts()],
  ] as const;
  const answers = [
    ["good", 200],
    ["signed out", 401],
    ["failed", 500],
  ] as const;
  it.each(
    signedIn.flatMap(([name, endpoint]) =>
      ends.flatMap(([how, end]) =>
        answers.map(([what, status]) => [name, what, how, { endpoint, end, status }] as const),
      ),
    ),
  )("of %s: %s, and the session %s", async (_, __, ___, { endpoint, end, status }) => {
    fetchMock.mockImplementation(async () => {
      end();
      tabStorage.write("loginId", "hanako");
      return new Response("{}", { status });
    });
    const error = await failureOf(callApi(endpoint, {} as never));
    expect([isSessionOver(error), isSignedOut(error)]).toEqual([true, true]);
  });
});

describe("a failure", () => {
  it("has the API's own message", async () => {
    const fields = { phone_number: "携帯電話番号ではありません。" };
    answer(
      429,
      { error: { code: "too_many_requests", message: "お待ちください。", fields } },
      { "retry-after": "42" },
    );
    const error = await failureOf(download());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 429,
      code: "too_many_requests",
      message: "お待ちください。",
      fields,
      retryAfterSeconds: 42,
    });
  });

  it.each([
    [400, "Bad Request", "bad_request"],
    [401, "Unauthorized", "unauthorized"],
    [403, "Forbidden", "forbidden"],
    [404, "Not Found", "not_found"],
    [413, "Request Entity Too Large", "payload_too_large"],
    [429, "Too Many Requests", "too_many_requests"],
    [431, "Request Header Fields Too Large", "bad_request"],
    [500, "Internal Server Error", "internal"],
    [502, "Bad Gateway", "provider_failed"],
    [503, "Service Unavailable", "unavailable"],
    [504, "Gateway Timeout", "unavailable"],
  ] as const)("%i of API Gateway, %s, is the sentence of %s", async (status, text, code) => {
    answer(status, { message: text });
    const { message } = errorCodes[code];
    expect(await failureOf(download())).toMatchObject({ status, code, message, fields: undefined });
  });

  it("of a page of CloudFront's is read by its status", async () => {
    const headers = { "x-amz-cf-id": "id" };
    fetchMock.mockResolvedValue(new Response("<html>", { status: 503, headers }));
    expect(await failureOf(download())).toMatchObject({ status: 503, code: "unavailable" });
  });

  it("is also a good status with something else in it", async () => {
    answer(200, { result: { version: "2.0.0" } });
    expect(await failureOf(download())).toMatchObject({ name: "ApiError", code: "internal" });
  });
});

describe("no answer", () => {
  it("is offline when the browser cannot connect", async () => {
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await failureOf(callApi(corporateNumber, { query: { number: "1234567890123" } }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: "offline" });
  });

  it.each([
    [200, "<html>Sign in to the guest network</html>"],
    [401, "<html>Blocked by policy</html>"],
    [403, "<html>Blocked by policy</html>"],
    [407, '{"error":"Proxy Authentication Required"}'],
    [413, ""],
    [502, "<html>Bad Gateway</html>"],
    [504, "<html>Gateway Timeout</html>"],
    [511, "{}"],
  ])("is %i by a proxy with %s", async (status, body) => {
    fetchMock.mockImplementation(async () => new Response(body, { status }));
    expect(await failureOf(download())).toMatchObject({ name: "ConnectionError", reason: "intermediary" });
  });

  it("is a timeout when it takes too long", async () => {
    fetchMock.mockRejectedValue(new DOMException("timed out", "TimeoutError"));
    expect(await failureOf(download())).toMatchObject({ reason: "timeout" });
  });
});

describe("a change", () => {
  const change = () => callApi(verify, { body: { mode: "send", phone_number: "090-1234-5678" } });

  it("is one that the API confirmed, for a minute, and until the next one begins", async () => {
    answer(200, { request_id: "r1" });
    await change();
    expect(hasJustChanged()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(hasJustChanged()).toBe(false);

    await change();
    answer(503, {});
    await failureOf(change());
    expect(hasJustChanged()).toBe(false);
  });

  it("is no call that only reads, whatever its method", async () => {
    answer(503, {});
    await failureOf(change());
    answer(200, release);
    await download();
    answer(200, { result: { passkeys: [], hasAuthenticator: false, browsers: [] } });
    await callApi(signInMethods, { body: { access_token: "token" } });
    expect(hasJustChanged()).toBe(false);
  });
});
