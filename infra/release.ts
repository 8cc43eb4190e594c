import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

/** `v1.2.0` at a tag, `v1.2.0-3-g1bf97b1` three commits later, `-dirty` with changes; without git the version of package.json. */
export function releaseOf(root: string): string {
  const git = ["describe", "--tags", "--always", "--dirty"];
  try {
    const text = execFileSync("git", git, { cwd: root, encoding: "utf8", stdio: "pipe" });
    // Part of a key in the site bucket.
    return text.trim().replace(/[^\w.-]/g, "-");
  } catch {
    const file = readFileSync(join(root, "package.json"), "utf8");
    return z.parse(z.object({ version: z.string() }), JSON.parse(file)).version;
  }
}
