/** Loaded before every command: says what to do when Node or the installed packages are too old for this checkout. */
import { existsSync, readFileSync } from "node:fs";

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  stop(
    `This project runs on Node 24 or newer, and this is ${process.version}. On Linux, \`npm ci\` brings the right one along; elsewhere install Node 24 from https://nodejs.org and try again.`,
  );
}

const root = new URL("../", import.meta.url);
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !existsSync(new URL(`node_modules/${name}/package.json`, root)),
);
if (missing.length > 0) stop(`Run \`npm ci\`: ${missing.join(", ")} is not installed.`);
