import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

/** Not a dependency of ours: what it needs refuses React 19, and npm then lists our libraries incompletely. */
const authenticator = { "@aws-amplify/ui-react": "6.15.6" };
const shared = ["aws-amplify", "react", "react-dom"];

/** By package. */
type Versions = Readonly<Record<string, string>>;

class InstallError extends Error {}

async function buildPeer(folder: string, tools: Versions): Promise<void> {
  for (const file of ["index.html", "main.jsx"])
    await cp(join(import.meta.dirname, file), join(folder, file));
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const same = Object.fromEntries(shared.map((name) => [name, dependencies[name]]));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", dependencies: { ...authenticator, ...tools, ...same } }),
  );
  const args = ["install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) {
    const code = /code (\S+)/.exec(stderr ?? "")?.[1] ?? "npm does not start";
    const names = Object.keys({ ...authenticator, ...tools }).join(" and ");
    throw new InstallError(`The network is needed: npm cannot install ${names} (${code}).`);
  }
  await build({ root: folder, logLevel: "error", build: { target: "esnext" } });
}

/**
 * Installs the ready-made page's library and the tools beside the project, in `folder`, builds the page for the work, and removes
 * all. Without a network it prints a sentence, and the process ends with 1.
 */
export async function withPeer(
  work: (site: string, folder: string) => Promise<void>,
  tools: Versions = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portal-peer-"));
  try {
    await buildPeer(folder, tools);
    await work(join(folder, "dist"), folder);
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
