/** What `npm start` and the tests may install by themselves: Debian packages, when they run as root. */
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

export function canAptInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath("apt-get") !== undefined;
}

/** False when apt-get failed. Package lists are refreshed only if the package is not known yet. */
export function aptInstall(name: string): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...parameters: string[]) =>
    spawnSync("apt-get", ["-qq", "-o", "Dpkg::Use-Pty=0", ...parameters], {
      env: environment,
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  const install = () => apt("install", "--yes", "--no-install-recommends", name);
  return install() || (apt("update") && install());
}
