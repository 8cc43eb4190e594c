import { expect, it } from "vitest";
import { formatSize } from "#web/features/downloads/file-facts.tsx";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [12_345_678, "12.3 MB"],
  [2_500_000_000_000, "2,500 GB"],
])("%i bytes are %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
