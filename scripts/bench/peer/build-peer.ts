import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

/** Not a dependency of ours: what it needs refuses React 19, and npm then lists our libraries incompletely. */
const authenticator = { "@aws-amplify/ui-react": "6.15.6" };
const shared = ["aws-amplify", "react", "react-dom"];

/** Installs the ready-made page's library beside the project, builds the page and returns its folder. Throws without a network. */
export async function buildPeer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "portal-peer-"));
  for (const file of ["index.html", "main.jsx"])
    await cp(join(import.meta.dirname, file), join(folder, file));
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const same = Object.fromEntries(shared.map((name) => [name, dependencies[name]]));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", dependencies: { ...authenticator, ...same } }),
  );
  const args = ["install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
  if (spawnSync("npm", args, { cwd: folder, stdio: "inherit" }).status !== 0)
    throw new Error("--peer installs @aws-amplify/ui-react with npm, which failed.");
  await build({ root: folder, logLevel: "error", build: { target: "esnext" } });
  return join(folder, "dist");
}
