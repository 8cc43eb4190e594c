import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { settled, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import {
  consents,
  expectFocus,
  expectStep,
  field,
  fillCompany,
  reachAccountStep,
} from "../support/sign-up.ts";
import { commit, compose, pressEnterInComposition } from "../support/typing.ts";

const { page } = startBrowser();

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

describe("step 1", () => {
  beforeEach(() => page().goto("/"));

  test("the postal code gets its hyphen and loses its mark, and the caret stays where the person types", async () => {
    const input = field(page(), "郵便番号");
    await press(input, ..."150");
    await expectShown(input, "150|");
    await press(input, ..."00029");
    await expectShown(input, "150-0002|");
    await press(input, "Home", "ArrowRight", "Delete", "9");
    await expectShown(input, "19|0-0002");
    await press(input, "ArrowRight", "ArrowRight", "Backspace");
    await expectShown(input, "190|-0002");
    await press(input, "Backspace");
    await expectShown(input, "19|0-002");
    await press(input, "5");
    await expectShown(input, "195|-0002");
    await press(input, "Delete", "Delete");
    await expectShown(input, "195-|002");

    // With its mark, pasted or typed, it is the same number.
    await input.fill("");
    await input.focus();
    await page().keyboard.insertText("〒１５０－０００２");
    await expectShown(input, "150-0002|");
    await input.fill("");
    await press(input, ..."a1b5c");
    await expectShown(input, "15|");
  });

  test("the domain is cut out of what is pasted at once, and of what is typed when the field is left", async () => {
    const input = field(page(), "kintoneドメイン");
    await input.focus();
    await page().keyboard.insertText("https://Sakura-Shop.cybozu.com/k/#/portal");
    await expectShown(input, "sakura-shop|");
    await press(input, "Home", "ArrowRight", "X");
    await expectShown(input, "sx|akura-shop");
    await input.fill("");
    await press(input, ..."Sakura.cybozu.com");
    await expectShown(input, "sakura.cybozu.com|");
    await press(input, "Tab");
    await expect.poll(() => input.inputValue()).toBe("sakura");
  });

  test("a composition is left alone until it ends; in the middle of a number it leaves the caret behind it", async () => {
    const input = field(page(), "郵便番号");
    await input.focus();
    for (const text of ["１", "１５０", "１５０００", "１５００００２"]) {
      await compose(input, [text]);
      await expectShown(input, `${text}|`);
    }
    await commit(input, "１５００００２");
    await expectShown(input, "150-0002|");
    await input.fill("");
    await press(input, ..."15002", "Home", "ArrowRight", "ArrowRight");
    await compose(input, ["０", "００"]);
    await expectShown(input, "15００|0-02");
    await commit(input, "００");
    await expectShown(input, "150-0|002");

    const domain = field(page(), "kintoneドメイン");
    await domain.focus();
    await compose(domain, ["Ｓ", "Ｓａｋｕｒａ"]);
    await expectShown(domain, "Ｓａｋｕｒａ|");
    await commit(domain, "Ｓａｋｕｒａ");
    await expectShown(domain, "sakura|");
  });

  test("Enter does nothing before both consents, nor when it ends a composition; the next one submits", async () => {
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
});

test("full-width letters of login ID, address and code are folded; a password is what was typed", async () => {
  await reachAccountStep(page(), newPerson());
  const folded = {
    ログインID: ["Ｓａｔｏ１", "Sato1"],
    メールアドレス: ["ｓａｔｏ＠ｅｘ．ｊｐ", "sato@ex.jp"],
  };
  for (const [label, [typed = "", expected = ""]] of Object.entries(folded)) {
    const input = field(page(), label);
    await input.focus();
    await compose(input, [typed]);
    await expectShown(input, `${typed}|`);
    await commit(input, typed);
    await input.press("Tab");
    await expect.poll(() => input.inputValue()).toBe(expected);
  }
  const password = field(page(), "パスワード");
  await password.fill(" Ｐａｓｓ ");
  await password.press("Tab");
  expect(await password.inputValue()).toBe(" Ｐａｓｓ ");
});
