import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { settled, startBrowser } from "../support/browser.ts";
import { expectFocus, field } from "../support/elements.ts";
import { consents, expectStep, fillCompany } from "../support/sign-up.ts";
import { commit, compose, pressEnterInComposition } from "../support/typing.ts";

const { page } = startBrowser();
beforeEach(() => page().goto("/"));

/** The field's text with the caret as a bar. */
const shown = (input: Locator): Promise<string> =>
  input.evaluate((element: HTMLInputElement) => {
    const caret = element.selectionStart ?? -1;
    return `${element.value.slice(0, caret)}|${element.value.slice(caret)}`;
  });
const expectShown = (input: Locator, text: string): Promise<void> =>
  expect.poll(() => shown(input)).toBe(text);

/** `pressed` is Playwright's name of a key, or a character. */
async function press(input: Locator, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await input.press(key);
}

test("a field is formatted around the caret of the person who types or pastes", async () => {
  const postalCode = field(page(), "郵便番号");
  await press(postalCode, ..."15000029");
  await expectShown(postalCode, "150-0002|");
  await press(postalCode, "Home", "ArrowRight", "Delete", "9");
  await expectShown(postalCode, "19|0-0002");
  await press(postalCode, "ArrowRight", "ArrowRight", "Backspace");
  await expectShown(postalCode, "190|-0002");
  await press(postalCode, "Delete");
  await expectShown(postalCode, "190-|0002");
  await postalCode.fill("");
  await press(postalCode, ..."a1b5c");
  await expectShown(postalCode, "15|");

  const domain = field(page(), "kintoneドメイン");
  await domain.focus();
  await page().keyboard.insertText("https://Sakura-Shop.cybozu.com/k/#/portal");
  await expectShown(domain, "sakura-shop|");
  await press(domain, "Home", "ArrowRight", "X");
  await expectShown(domain, "sx|akura-shop");
  // Letters after a dot are cut off when the field is left, not before.
  await domain.fill("");
  await press(domain, ..."Sakura.co");
  await expectShown(domain, "sakura.co|");
  await press(domain, "Tab");
  await expect.poll(() => domain.inputValue()).toBe("sakura");
});

test("a composition is formatted once it ends, with the caret behind it", async () => {
  const postalCode = field(page(), "郵便番号");
  await press(postalCode, ..."15002", "Home", "ArrowRight", "ArrowRight");
  await compose(postalCode, ["０", "００"]);
  await expectShown(postalCode, "15００|0-02");
  await commit(postalCode, "００");
  await expectShown(postalCode, "150-0|002");

  const domain = field(page(), "kintoneドメイン");
  await domain.focus();
  await compose(domain, ["Ｓ", "Ｓａｋｕｒａ"]);
  await expectShown(domain, "Ｓａｋｕｒａ|");
  await commit(domain, "Ｓａｋｕｒａ");
  await expectShown(domain, "sakura|");
});

test("Enter submits with both consents, and not when it ends a composition", async () => {
  await fillCompany(page());
  const [, business] = consents(page());
  await business?.uncheck();
  await field(page(), "会社名").press("Enter");
  await expectFocus(field(page(), "会社名"));
  await settled(page());
  expect(await page().getByRole("alert").count()).toBe(0);
  await expectStep(page(), "お客様情報");

  await business?.check();
  const input = field(page(), "ご担当者 名");
  await input.fill("");
  await compose(input, ["はな", "花子"]);
  await pressEnterInComposition(input);
  await commit(input, "花子");
  await expectShown(input, "花子|");
  await expectStep(page(), "お客様情報");
  await input.press("Enter");
  await expectStep(page(), "電話番号");
});
