/** Tests wait for events, not for time, and draw nothing that a seed does not repeat: CONTRIBUTING.md. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** The folders below `test` that keep the rule: `campaign` is to follow. */
const folders = ["ci", "e2e", "functions", "infra", "scripts", "shared", "support", "web"];
const sources = globSync(`test/{${folders.join(",")}}/**/*.{ts,tsx}`, { cwd: root });

/** Something that waits for time, measures it, has a limit of its own, or is different each time. */
const refused = [
  /\bperformance\.now\b/g,
  /\bMath\.random\b/g,
  /\bset(?:Timeout|Immediate)\(/g,
  /["'](?:node:)?timers\/promises["']/g,
  /\bwaitForTimeout\b/g,
  // Vitest's configuration has the limits, and `expect.poll` waits.
  /\bvi\.wait(?:For|Until)\b/g,
  /^ *\}, [\d_]+\);/gm,
  /\btimeout: \d/g,
];

/** By file, with the reason. */
const allowed: Record<string, readonly string[]> = {
  // It waits for the end of what is still open.
  "test/support/open-handles.ts": ['"node:timers/promises"'],
  // It returns what it waited for.
  "test/e2e/support/local.ts": ["vi.waitFor"],
  // The functions there have limits and pauses, to be scaled or not.
  "test/scripts/local/lambda-host.test.ts": ['"node:timers/promises"', "setTimeout("],
  // One is Playwright's, after a failure, and the other Chromium's.
  "test/e2e/support/browser.ts": ["timeout: 5", "timeout: 1"],
};

test("no test waits for time, measures it, or draws without a seed", () => {
  expect(sources.length).toBeGreaterThan(250);
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return refused
      .flatMap((pattern) => text.match(pattern) ?? [])
      .filter((each) => !allowed[file]?.includes(each))
      .map((each) => `${file}: ${each}`);
  });
  expect(found).toEqual([]);
});
