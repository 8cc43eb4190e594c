/** The work of the page for each key in a form, in Chromium slowed down to a phone: what delays the letters of a person who types. */
import type { Browser, Page } from "playwright-core";
import { demoStandard } from "#scripts/local/seed/demo-user.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress } from "./browser.ts";
import { cpuRate, machine, newPage } from "./slow-phone.ts";
import { budget, type Cell, median, printTable } from "./table.ts";

/** Milliseconds: a task that takes more is a long one. */
const goal = 50;
const rounds = 5;
const keysOfRound = 20;

/** The form with the most fields of each kind, and one with a single field to compare with. */
const fields: readonly (readonly [title: string, path: Path, label: string])[] = [
  ["a key in /update", paths.update, "会社名"],
  ["a key in the sign-up's first step", paths.signUp, "会社名"],
  ["a key in a form with one field", paths.passwordForgot, "ログインID"],
];

/** Returns milliseconds of the main thread for each key, layout and painting included. */
async function measureKeys(page: Page, label: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const field = page.getByLabel(label, { exact: true });
  // The first key makes a form with unsaved changes of it, once.
  await field.pressSequentially("a");
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await busySeconds();
    await field.pressSequentially("a".repeat(keysOfRound));
    measured.push((1000 * ((await busySeconds()) - before)) / keysOfRound);
  }
  await session.detach();
  return median(measured);
}

export async function printKeys(browser: Browser, origin: string): Promise<void> {
  const page = await newPage(browser);
  await openSignIn(page, origin);
  await typeAndPress(page, demoStandard);
  await page.waitForURL(`**${paths.menu}`);
  const rows: Cell[][] = [];
  for (const [title, path, label] of fields) {
    await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
    const milliseconds = await measureKeys(page, label);
    rows.push([title, milliseconds, budget(milliseconds, goal)]);
  }
  await page.context().close();
  printTable(`A key: ${machine}, medians of ${rounds} times ${keysOfRound}`, ["form", "ms", "budget"], rows);
}
