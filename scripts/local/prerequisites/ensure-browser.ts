/**
 * Finds a Chromium for the end-to-end tests: the one that CHROMIUM_PATH names, else the one from npm, else an installed one.
 * npm's is pinned by the lockfile and has no window to paint: journeys take little more than half as long with it.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findOnPath, findOrInstall, isExecutable } from "./system-packages.ts";

/** Playwright's `launch` takes it as it is. */
export interface Chromium {
  executablePath: string;
  args: string[];
  /** The browser's whole environment; npm's Chromium brings some of its libraries along. */
  env: NodeJS.ProcessEnv;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const fixedPaths = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
// Root has no user namespace to build the sandbox in; containers keep /dev/shm small.
const rootArgs = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
/** For the environment of a browser: the fonts of the tests. */
export const testFonts = { FONTCONFIG_FILE: join(import.meta.dirname, "fonts.conf") };
const installedArgs = [...rootArgs, "--disable-dev-shm-usage"];

/** Throws one sentence naming what to install when no Chromium starts on this machine. */
export const findChromium = (): Promise<Chromium> =>
  findOrInstall(
    async () => startable([process.env.CHROMIUM_PATH]) ?? (await findInNpm()) ?? findInstalled(),
    {
      aptPackage: "chromium",
      notice: "No Chromium starts on this machine",
      advice: "The browser tests need Chromium: install chromium or Google Chrome, or set CHROMIUM_PATH.",
    },
  );

const findInstalled = (): Chromium | undefined => startable([...names.map(findOnPath), ...fixedPaths]);

function startable(candidates: readonly (string | undefined)[]): Chromium | undefined {
  const executablePath = candidates.find((path) => path !== undefined && isExecutable(path) && starts(path));
  return executablePath === undefined ? undefined : { executablePath, args: installedArgs, env: process.env };
}

/**
 * npm's Chromium is built for AWS Lambda. Its flags there switch off what a browser test is about
 * (web security, site isolation), so only the ones that it needs to run at all are kept. It has one font, the same on every machine:
 * without a Japanese one, texts have another width, and Chromium searches the system's fonts for every character.
 */
async function findInNpm(): Promise<Chromium | undefined> {
  if (process.platform !== "linux") return undefined;
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const executablePath = await chromium.executablePath();
  const args = ["--headless=shell", "--no-sandbox", "--disable-dev-shm-usage"];
  if (starts(executablePath)) return { executablePath, args, env: { ...process.env, ...testFonts } };
  // Amazon Linux's copies of libnss3 and the like, for machines that lack them.
  const libraries = join(await inflate(join(packageBin(), "al2023.tar.br")), "lib");
  const env = { ...process.env, ...testFonts, LD_LIBRARY_PATH: libraries };
  return starts(executablePath, env) ? { executablePath, args, env } : undefined;
}

function packageBin(): string {
  return fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
}

/** Checks that it loads: a missing shared library fails here, and not in the middle of a test. */
function starts(executable: string, env = process.env): boolean {
  const { status } = spawnSync(executable, ["--version"], {
    env,
    timeout: 20_000,
    stdio: "ignore",
  });
  return status === 0;
}
