import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isRecent } from "#web/components/reauthentication/use-recent-password.tsx";

const now = Date.UTC(2026, 10, 20) / 1000;
const minute = 60;
const hour = 60 * minute;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const token = (claims: object): string =>
  ["e30", btoa(JSON.stringify({ exp: now + hour, ...claims })).replaceAll("=", ""), "signature"].join(".");

test.each([
  ["right, and the password nine minutes old", 0, { auth_time: now - 9 * minute, iat: now }, true],
  ["right, and the password eleven minutes old", 0, { auth_time: now - 11 * minute, iat: now }, false],
  ["half a minute behind", -30, { auth_time: now, iat: now }, true],
  ["hours behind, and the password hours old", -3 * hour, { auth_time: now - 2 * hour, iat: now }, false],
  ["hours ahead", 3 * hour, { auth_time: now, iat: now }, false],
  ["right, and the token says nothing", 0, {}, false],
])("the password is recent or not, with a clock that is %s", (_, error, claims, expected) => {
  vi.setSystemTime((now + error) * 1000);
  expect(isRecent(token(claims))).toBe(expected);
});

test("an unreadable token is no recent password", () => {
  expect(isRecent("nonsense")).toBe(false);
});
