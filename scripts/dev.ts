/**
 * `npm run dev`: the portal with hot reload. The sources of the running process itself (settings, the contract) need
 * a new process: it starts again by itself, with all data. `--inspect` opens Node's inspector for the functions.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newProgram } from "./program.ts";

const values = newProgram("dev", "The portal on this machine with hot reload, at PORT or 3000.")
  .option("--data <directory>", "keep what happens between runs")
  .option("--inspect", "open Node's inspector for the functions, as npm run dev:debug does")
  .parse()
  .opts<{ data?: string; inspect?: true }>();
const data = values.data ?? mkdtempSync(join(tmpdir(), "portal-dev-"));
const root = join(import.meta.dirname, "..");
const watched = ["infra/settings", "shared/endpoints.ts"];

const start = () =>
  spawn(
    process.execPath,
    [...(values.inspect ? ["--inspect"] : []), join(root, "scripts/start.ts"), "--dev", "--data", data],
    { stdio: "inherit" },
  );

let isStarting = false;
let isEnding = false;
let portal = start();

async function startAgain(): Promise<void> {
  if (isStarting || isEnding) return;
  isStarting = true;
  console.log("The settings changed: starting again with the same data ...");
  portal.removeAllListeners("exit");
  portal.kill("SIGTERM");
  await once(portal, "exit");
  portal = start();
  endWithPortal();
  isStarting = false;
}

const endWithPortal = () => portal.once("exit", (code) => process.exit(code ?? 0));

endWithPortal();
for (const path of watched) watch(join(root, path), { recursive: true }, () => void startAgain());
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    isEnding = true;
    portal.kill(signal);
  });
}
