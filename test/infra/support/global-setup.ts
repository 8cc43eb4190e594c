import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Every synthesis leaves a directory behind: they lie in one that goes with the tests. */
export default async function setup() {
  const { TMPDIR } = process.env;
  const directory = await mkdtemp(join(tmpdir(), "portal-infra-"));
  process.env.TMPDIR = directory;
  return async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(directory, { recursive: true, force: true });
  };
}
