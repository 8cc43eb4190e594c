import { expect, it } from "vitest";
import { readNavigationState, returnableAddress } from "#web/lib/navigation/navigation-state.ts";

it.each([
  "/menu",
  "/dl/plugin",
  "/dl/manual",
  "/upgrade",
  "/update",
  "/pw/change",
  "/em/change",
  "/pn/change",
  "/security",
  "/guide#settings",
  "/update?tab=voice",
])("a person may be brought back to %s", (path) => {
  expect(returnableAddress(new URL(path, "https://portal.example"))).toBe(path);
  expect(readNavigationState({ from: path })).toEqual({ from: path });
});

it.each([
  "/signin",
  "/error",
  "//evil.example",
  "https://evil.example/menu",
  "/menu/../signin",
  "",
  undefined,
  1,
])("nobody is brought to %s", (path) => {
  expect(readNavigationState({ from: path })).toEqual({});
});

it("reads what history holds as far as it is ours", () => {
  expect(readNavigationState(null)).toEqual({});
  expect(readNavigationState("text")).toEqual({});
  const foreign = { reason: 1, message: {}, loginId: null };
  expect(readNavigationState({ ...foreign, from: "/menu" })).toEqual({ from: "/menu" });
  const ours = { reason: "理由", message: "お知らせ", loginId: "sato" };
  expect(readNavigationState(ours)).toEqual(ours);
});
