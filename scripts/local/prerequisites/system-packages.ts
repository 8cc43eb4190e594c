/** The automatic installation by `npm start` and the tests: Debian packages, if they run as root. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The executable of that name on PATH. */
export function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, name))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the result of `find`, after an installation if needed. Throws `advice` if it may not install, or if that does not help. */
export async function findOrInstall<Found>(
  find: () => Promise<Found | undefined> | Found | undefined,
  { aptPackage, notice, advice }: Record<"aptPackage" | "notice" | "advice", string>,
): Promise<Found> {
  const found = await find();
  if (found) return found;
  if (process.getuid?.() === 0 && findOnPath("apt-get") !== undefined) {
    console.log(`${notice}: installing ${aptPackage} (once, a minute or more) ...`);
    aptInstall(aptPackage);
    const installed = await find();
    if (installed) return installed;
  }
  throw new Error(advice);
}

/** False when apt-get failed. Package lists are refreshed only if the package is not known yet. */
function aptInstall(name: string): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...parameters: string[]) =>
    spawnSync("apt-get", ["-qq", "-o", "Dpkg::Use-Pty=0", ...parameters], {
      env: environment,
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  const install = () => apt("install", "--yes", "--no-install-recommends", name);
  return install() || (apt("update") && install());
}
