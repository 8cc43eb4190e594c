/** `npm run pictures`: takes the pictures of README and docs anew, from the local portal in the browser of the tests. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { type Path, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress, withPortal } from "./bench/browser.ts";
import { demoStandard } from "./local/seed/demo-user.ts";
import { newProgram } from "./program.ts";

newProgram("pictures", "Takes the pictures in docs/images anew.").parse();

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

await withPortal(async (origin, browser) => {
  const viewport = { width: 1280, height: 800 };
  await take(await browser.newPage({ viewport, deviceScaleFactor: 2, locale: "ja-JP" }), origin);
});
