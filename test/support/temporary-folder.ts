import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** For the top level of a test file: deleted after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
