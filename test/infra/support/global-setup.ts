import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** Every synthesis leaves a directory behind: they lie in one that goes with the tests. */
export default async function setup({ config }: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), "portal-infra-"));
  config.env = { ...config.env, TMPDIR: directory };
  return () => rm(directory, { recursive: true, force: true });
}
