/** Finds a Java for DynamoDB Local, and where it may, installs one. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findOnPath, findOrInstall } from "./system-packages.ts";

const oldestVersion = 17;
const aptPackage = "openjdk-17-jre-headless";

/** Path of a java executable of version 17 or later. Throws one sentence naming what to install. */
export const ensureJava = (): Promise<string> =>
  findOrInstall(findJava, {
    aptPackage,
    notice: `Java ${oldestVersion} is missing`,
    advice: `The local database needs Java ${oldestVersion} or later: install ${aptPackage} (Debian, Ubuntu) or Temurin ${oldestVersion} (macOS), or set JAVA_HOME.`,
  });

function findJava(): string | undefined {
  const home = process.env.JAVA_HOME;
  const candidates = [
    home === undefined ? undefined : join(home, "bin", "java"),
    findOnPath("java"),
    ...installedIn("/usr/lib/jvm", "bin/java"),
    ...installedIn("/Library/Java/JavaVirtualMachines", "Contents/Home/bin/java"),
    // Homebrew on Apple silicon and on Intel; its `openjdk` formulas are on no path of their own.
    ...["/opt/homebrew/opt", "/usr/local/opt"].flatMap((formulas) =>
      installedIn(formulas, "bin/java").filter((path) => path.startsWith(`${formulas}/openjdk`)),
    ),
  ];
  return candidates.find(
    (path) => path !== undefined && existsSync(path) && versionOf(path) >= oldestVersion,
  );
}

function installedIn(directory: string, executable: string): string[] {
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name, executable)) : [];
}

/** The major version; 0 when it does not run or does not say (macOS has a stub that only asks to install). */
function versionOf(java: string): number {
  const { stderr, stdout } = spawnSync(java, ["-version"], { encoding: "utf8", timeout: 10_000 });
  return Number(/version "(\d+)/.exec(`${stderr}${stdout}`)?.[1] ?? 0);
}
