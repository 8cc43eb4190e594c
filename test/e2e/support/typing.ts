import type { Locator } from "playwright-core";
import { devtoolsOf } from "./kept-page.ts";

/** Types at the end of a field with an input method: what the composition shows on the way, then what is committed. */
export async function typeJapanese(
  input: Locator,
  shown: readonly string[],
  committed: string,
): Promise<void> {
  await input.focus();
  await input.press("End");
  await compose(input, shown);
  await commit(input, committed);
}

/** Leaves the composition open. */
export async function compose(input: Locator, shown: readonly string[]): Promise<void> {
  const devtools = await devtoolsOf(input.page());
  for (const text of shown) {
    await devtools.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
}

/** Ends the open composition. */
export async function commit(input: Locator, text: string): Promise<void> {
  await input.page().keyboard.insertText(text);
}

/** The Enter that accepts a conversion: key code 229, while the composition is still open. */
export async function pressEnterInComposition(input: Locator): Promise<void> {
  const devtools = await devtoolsOf(input.page());
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...enter });
  await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}
