import { expect, it } from "vitest";
import { formatDay, formatSize } from "../../../../web/features/downloads/format-release.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [12_345_678, "12.3 MB"],
  [2_500_000_000_000, "2,500 GB"],
])("%i bytes are %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));

it("the day is the one it was in Japan", () => {
  expect(formatDay("2026-11-19T15:00:00Z")).toBe("2026年11月20日");
  expect(formatDay("soon")).toBeUndefined();
});
