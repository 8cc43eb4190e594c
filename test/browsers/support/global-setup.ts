/** Finds the browsers of the system or installs them, and gives WebKitGTK a display: it has no mode without one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { TestProject } from "vitest/node";
import { findOnPath, findOrInstall } from "#scripts/local/prerequisites/system-packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    browsers: { firefox: string; webKitDriver: string; display: string };
  }
}

const findTool = (names: readonly string[], aptPackage: string): Promise<string> =>
  findOrInstall(() => names.map(findOnPath).find((path) => path !== undefined), {
    aptPackage,
    notice: `${names[0]} is missing`,
    advice: `The tests in other browsers need ${names.join(" or ")}: install ${aptPackage} (Debian, Ubuntu).`,
  });

export default async function setup(project: TestProject) {
  const firefox = await findTool(["firefox-esr", "firefox"], "firefox-esr");
  const webKitDriver = await findTool(["WebKitWebDriver"], "webkit2gtk-driver");
  const xvfb = await findTool(["Xvfb"], "xvfb");
  const server = spawn(xvfb, ["-displayfd", "1", "-screen", "0", "1400x1200x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(server.stdout, "data");
  project.provide("browsers", {
    firefox,
    webKitDriver,
    display: `:${String(number).trim()}`,
  });
  return async () => {
    server.kill();
    await once(server, "exit");
  };
}
