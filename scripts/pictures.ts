/**
 * `npm run pictures`: takes the pictures of README and docs anew, from the local portal in the browser of the tests. With `--mails`
 * those of every mail instead, at the widths of a computer and of a phone.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { type Path, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress, withPortal } from "./bench/browser.ts";
import { findChromium } from "./local/prerequisites/ensure-browser.ts";
import { Scope } from "./local/scope.ts";
import { demoStandard } from "./local/seed/demo-user.ts";
import { sampleMails } from "./mail-samples.ts";
import { newProgram } from "./program.ts";

const { mails } = newProgram("pictures", "Takes the pictures in docs/images anew.")
  .option(
    "--mails [directory]",
    "take pictures of every mail instead, into that directory (test-results/mails)",
  )
  .parse()
  .opts<{ mails?: string | true }>();

/** By the name of the file: the screen of the paying demo customer, and a text that comes last on it. */
const pictures: Readonly<Record<string, { path: Path; shows: string }>> = {
  menu: { path: paths.menu, shows: "お支払いを確認できていません" },
};

async function take(page: Page, origin: string): Promise<void> {
  await openSignIn(page, origin);
  await typeAndPress(page, demoStandard);
  await page.waitForURL(`**${paths.menu}`);
  for (const [name, { path, shows }] of Object.entries(pictures)) {
    await page.goto(`${origin}${path}`);
    await page.getByRole("main").getByText(shows).first().waitFor();
    await page.waitForLoadState("networkidle");
    const file = fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url));
    await page.screenshot({ path: file, animations: "disabled" });
    console.log(file);
  }
}

async function takeMails(page: Page, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  for (const [name, { html }] of Object.entries(sampleMails())) {
    for (const width of [800, 390]) {
      await page.setViewportSize({ width, height: 600 });
      await page.setContent(html);
      const file = join(directory, `${name}-${width}.png`);
      await page.screenshot({ path: file, fullPage: true });
      console.log(file);
    }
  }
}

if (mails) {
  await using scope = new Scope();
  const browser = scope.own(await chromium.launch(await findChromium()));
  await takeMails(await browser.newPage({ locale: "ja-JP" }), mails === true ? "test-results/mails" : mails);
} else {
  await withPortal(async (origin, browser) => {
    const viewport = { width: 1280, height: 800 };
    await take(await browser.newPage({ viewport, deviceScaleFactor: 2, locale: "ja-JP" }), origin);
  });
}
