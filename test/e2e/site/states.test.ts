/** Each screen, and each state that people bring it to, is legible and accessible. Journeys check only what a long way reaches. */
import { describe, expect, test } from "vitest";
import { authenticatorCode } from "#scripts/local/seed/sign-in-methods.ts";
import { expectAccessible, placeholderContrast } from "../support/accessibility.ts";
import { desktop, holdRequests, openAs, phone, signInHere, startBrowser } from "../support/browser.ts";
import { createSubscriber, invoices, lateNotice, openContract, passTime } from "../support/contract.ts";
import { type Customer, createCustomer, newPerson } from "../support/customer.ts";
import { button, expectAlert, fadedIn, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { askForCode, changeButton, labels, resetButton } from "../support/passwords.ts";
import { passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { reachAccountStep, reachPhoneStep } from "../support/sign-up.ts";
import { createStandardCustomer, expectUpdated, openUpdate, question, save, tab } from "../support/update.ts";
import {
  expectComplete,
  expectPlan,
  expectStep,
  fillVoiceProvider,
  openUpgrade,
  reachPayment,
} from "../support/upgrade.ts";
import { customerScreens, follow, publicScreens, type Screen } from "./screens.ts";

const { page, context } = startBrowser();

const press = (name: string): Promise<void> => button(page(), name).click();
const shows = (text: string | RegExp): Promise<void> => page().getByText(text).first().waitFor();
const contractIs = (state: string): Promise<void> =>
  page().getByRole("region", { name: "ご契約の状態" }).getByText(state, { exact: true }).waitFor();

/** Forms with 任意 at some fields, and not the sentence that says what the others are. */
const unexplainedForms = (): string[] =>
  [...document.querySelectorAll("form")]
    .filter((form) => {
      const names = [...form.querySelectorAll("label, legend")].map((label) => label.textContent ?? "");
      const isMixed =
        names.some((name) => name.includes("任意")) && form.querySelector("[aria-required=true]");
      return isMixed && !form.textContent?.includes("「任意」のない項目は必須です。");
    })
    .map((form) => form.textContent ?? "");

async function expectGood(): Promise<void> {
  await expectAccessible(page());
  expect(await page().evaluate(unexplainedForms)).toEqual([]);
  expect(await page().locator(".MuiChip-filled").count()).toBe(0);
  expect(await placeholderContrast(page())).toBeGreaterThanOrEqual(4.5);
  expect(await page().title()).toMatch(/ \| 電話連携プラグイン カスタマーポータル$/);
  expect(await page().locator("html").getAttribute("lang")).toBe("ja");
}

/** From the top of the page, however far that is scrolled. */
const topOf = (name: string): Promise<number> =>
  button(page(), name).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

async function submitEmpty(submit: string): Promise<void> {
  const consents = await page().getByRole("checkbox").all();
  for (const consent of consents) await consent.check();
  const place = await topOf(submit);
  await press(submit);
  await page().getByRole("alert").first().waitFor();
  expect(await topOf(submit)).toBe(place);
}

async function expectGoodScreens(screens: Screen[]): Promise<void> {
  for (const { path, shows: ready, submit } of screens) {
    await follow(page(), path);
    await ready(page()).waitFor();
    await expectGood();
    if (submit === undefined) continue;
    await submitEmpty(submit);
    await expectGood();
  }
}

/** Several tests see something of such a customer, and none changes it for another. */
const made = new Map<string, Promise<Customer>>();
function shared(name: string, make: () => Promise<Customer>): () => Promise<Customer> {
  return () => {
    const customer = made.get(name) ?? make();
    made.set(name, customer);
    return customer;
  };
}
const trial = shared("trial", () => createCustomer());
const standard = shared("standard", createStandardCustomer);
const payer = shared("payer", () => createSubscriber("card"));
const debtor = shared("debtor", () => createCustomer({ state: "onHold" }));

async function openAsTrial(path?: string): Promise<Customer> {
  const customer = await trial();
  await openAs(page(), customer, path);
  return customer;
}

describe("screens", () => {
  test("every screen without a session, with an error at every field", async () => {
    await page().goto("/error");
    await expectGoodScreens(publicScreens);
  });

  test("every screen of a customer", async () => {
    await openAsTrial();
    await button(page(), "ご登録情報の変更").waitFor();
    await expectGood();
    for (const name of ["プラグイン", "マニュアル"]) {
      await press(`${name}ダウンロード`);
      await press(`${name}のリリース履歴`);
      await button(page(), "SHA-256をコピー").first().waitFor();
      await shows("現在のバージョン");
      await expectGood();
      await press("メニューに戻る");
    }
    await expectGoodScreens(customerScreens);
  });

  test("the heading of every screen of a customer stands at one place", async () => {
    await page().setViewportSize(desktop);
    await openAsTrial();
    const places: string[] = [];
    for (const { path, shows: ready } of customerScreens) {
      await follow(page(), path);
      await ready(page()).waitFor();
      const { x, y } = (await page().getByRole("heading", { level: 1 }).boundingBox()) ?? {};
      places.push(`${x} ${y}`);
    }
    expect(new Set(places).size).toBe(1);
  });
});

describe("sign-up and sign-in", () => {
  test("an empty phone number, and an empty account", async () => {
    await reachPhoneStep(page());
    await submitEmpty("認証コードを送信");
    await expectGood();
    await reachAccountStep(page(), newPerson());
    await submitEmpty("認証コードを送信");
    await expectGood();
  });

  test("the login ID is on its way, and a code for a new password", async () => {
    await page().goto("/id/forgot");
    await field(page(), "メールアドレス").fill(newPerson().email);
    await press("メールを送信");
    await page().getByRole("heading", { name: "メールをご確認ください" }).waitFor();
    await expectGood();
    await askForCode(page(), newPerson());
    await submitEmpty(resetButton);
    await expectGood();
  });

  test("a refused sign-in, and the wait behind the sign-in", async () => {
    await page().setViewportSize(phone);
    await page().goto("/signin");
    const place = await topOf("ログイン");
    await signInHere(page(), { loginId: "nobody", password: "Wrong-Password-1!" });
    await page().getByRole("alert").waitFor();
    expect(await topOf("ログイン")).toBe(place);
    await expectGood();
    await page().route("**/api/user?*", () => {});
    await signInHere(page(), await trial());
    await page().getByRole("heading", { name: "メニュー" }).waitFor();
    await expectGood();
  });

  test("a sign-in on the way to another screen shows that screen's wait", async () => {
    await page().setViewportSize(phone);
    await page().goto("/contract");
    await page().route("**/api/user?*", () => {});
    await signInHere(page(), await trial());
    await shows("お客様の情報を確認しています");
    await expectGood();
  });
});

describe("menu, key and account", () => {
  test("the keyboard's way past the navigation", async () => {
    await openAsTrial();
    await button(page(), "ご登録情報の変更").waitFor();
    await page().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page().keyboard.press("Tab");
    await button(page(), "本文へ移動").and(page().locator(":focus")).waitFor();
    await expectGood();
  });

  test("a key that is shown, replaced, and cannot be shown", async () => {
    await openAsTrial("/licence");
    await press("表示する");
    await button(page(), "隠す").waitFor();
    await expectGood();
    await press("再発行する");
    await expectGood();
    await page().getByRole("alertdialog").getByRole("button", { name: "再発行する" }).click();
    await shows("ライセンスキーを再発行し、新しいキーをメールでお送りしました。");
    await expectGood();
    await context().setOffline(true);
    await press("表示する");
    await expectAlert(page(), "ライセンスキーを表示できませんでした。");
    await expectGood();
  });

  test("the question for the password", async () => {
    const { loginId } = await openAsTrial("/licence");
    await button(page(), "表示する").waitFor();
    await passTenMinutes(page(), loginId);
    await press("表示する");
    await passwordDialog(page()).waitFor();
    await expectGood();
    await press("確認する");
    await shows("パスワード は必須です。");
    await expectGood();
  });

  test.each(["/pn/change", "/em/change"])("an empty field on %s", async (path) => {
    await openAsTrial(path);
    await submitEmpty("認証コードを送信");
    await expectGood();
  });

  test("empty passwords, and shown ones", async () => {
    await openAsTrial("/pw/change");
    await submitEmpty(changeButton);
    await expectGood();
    await field(page(), labels.current).fill("typed");
    await press("入力した文字を表示");
    await expectGood();
  });

  test("the question before an account is closed", async () => {
    await openAsTrial("/leave");
    await press("退会する");
    await page().getByRole("alertdialog", { name: "退会しますか？" }).waitFor();
    await expectGood();
  });

  test("an authenticator app: its key, an error, on, and the question before off", async () => {
    await openAs(page(), await createCustomer(), "/security");
    await press("認証アプリを設定する");
    await page().getByRole("img", { name: "認証アプリで読み取るQRコード" }).waitFor();
    await expectGood();
    await submitEmpty("オンにする");
    await expectGood();
    const secret = await field(page(), "セットアップキー").textContent();
    const code = authenticatorCode((secret ?? "").replaceAll(" ", ""));
    await page().getByRole("textbox", { name: "認証コード" }).fill(code);
    await press("オンにする");
    await shows("認証アプリをオンにしました。");
    await expectGood();
    await press("認証アプリをオフにする");
    await page().getByRole("alertdialog").waitFor();
    await expectGood();
  });

  test("/security whose parts cannot be loaded", async () => {
    await page().route(/\/api\/(?:sign-in-methods|activity)/, (route) => route.abort());
    await openAsTrial("/security");
    for (const part of ["認証アプリの設定", "パスキー", "信頼済みのブラウザー", "ご利用履歴"])
      await shows(`${part}を読み込めませんでした。`);
    await expectGood();
  });
});

describe("/update", () => {
  test("while it loads, and when it cannot", async () => {
    const letGo = await holdRequests(page(), "**/api/user?*", (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await openAsTrial("/update");
    await shows("お客様情報を読み込んでいます");
    await expectGood();
    letGo();
    await expectAlert(page(), "データの読み込みに失敗しました。");
    await expectGood();
  });

  test("on trial: the tabs of the standard plan, and unsaved text", async () => {
    await openUpdate(page(), await trial());
    for (const name of ["voice", "billing"] as const) {
      await tab(page(), name).click();
      await page().getByText("スタンダードプランの機能です。").and(page().locator(":visible")).waitFor();
      await expectGood();
    }
    await tab(page(), "user").click();
    await field(page(), "会社名").fill("まだ保存していない社名");
    await press("メニューに戻る");
    await question(page()).waitFor();
    await expectGood();
  });

  test("on standard: each tab, wrong fields with every hint, and the end", async () => {
    await openUpdate(page(), await standard());
    await tab(page(), "voice").click();
    await expectGood();
    await press("APIシークレットの変更");
    await press("秘密鍵ファイルの変更");
    await field(page(), "APIキー").fill("");
    await save(page());
    await page().getByRole("alert").first().waitFor();
    await openHints();
    await expectGood();
    await page().reload();
    await tab(page(), "billing").click();
    await expectGood();
    await field(page(), "請求先 ご担当者名").fill("請求 次郎");
    await save(page());
    await expectUpdated(page());
    await expectGood();
  });
});

/** The place of each value at the voice provider. */
async function openHints(): Promise<void> {
  const places = page().getByRole("main").getByRole("img");
  for (const [index, hint] of (await page().getByRole("button", { name: "の確認方法" }).all()).entries()) {
    await hint.click();
    // Each place moves the hints below it.
    await expect.poll(() => places.count()).toBe(index + 1);
    await page().evaluate(fadedIn);
  }
  expect(await places.count()).toBe(5);
}

describe("quotes and upgrade", () => {
  test("quotes: a list that cannot be loaded, a wrong field, a failure, a quote", async () => {
    await page().route("**/api/quotes", (route) => route.abort());
    await openAsTrial("/contract");
    await press("見積書が必要な方");
    await expectAlert(page(), "見積書の一覧を読み込めませんでした。");
    await field(page(), "部署名").fill("あ".repeat(101));
    await field(page(), "部署名").press("Enter");
    await shows("部署名は100文字以内で入力してください。");
    await expectGood();
    await field(page(), "部署名").fill("");
    await press("見積書を作成");
    await expectAlert(page(), "見積書を作成できませんでした。");
    await expectGood();
    await page().unroute("**/api/quotes");
    await press("見積書を作成");
    await shows(/^見積書 Q\S+ を作成しました。/);
    await expectGood();
  });

  test("the voice provider: wrong fields with every hint, a check, an unknown key", async () => {
    await openUpgrade(page(), await trial());
    await openHints();
    await submitEmpty("次へ");
    await expectGood();
    await fillVoiceProvider(page());
    await press("接続を確認する");
    await page().getByRole("region", { name: "接続の確認" }).getByRole("listitem").first().waitFor();
    await expectGood();
    await field(page(), "APIキー").fill("zzzz9999");
    await press("次へ");
    await expectAlert(page(), "APIキーを確認できませんでした");
    await expectGood();
  });

  test("the billing contact, empty", async () => {
    await openUpgrade(page(), await trial());
    await fillVoiceProvider(page());
    await press("次へ");
    await expectStep(page(), 1);
    await submitEmpty("次へ");
    await expectGood();
  });

  test("the payment, its end, and an upgrade that is no more possible", async () => {
    await reachPayment(page());
    await expectGood();
    await page().getByRole("radio", { name: "請求書払い" }).check();
    await page().getByRole("button", { name: "請求書の記載事項" }).click();
    await field(page(), "部署名").fill("あ".repeat(101));
    await press("請求書払いで申し込む");
    await shows("部署名は100文字以内で入力してください。");
    await expectGood();
    await field(page(), "部署名").fill("総務部");
    await press("請求書払いで申し込む");
    await expectComplete(page());
    await expectGood();
    await page().goto("/upgrade");
    await shows("すでにスタンダードプランをご利用いただいているため");
    await expectGood();
  });
});

describe("the contract", () => {
  test("while it loads, when it cannot, and without Stripe", async () => {
    const letGo = await holdRequests(page(), "**/api/contract", (route) => route.abort());
    await openAs(page(), await payer(), "/contract");
    await page().getByRole("status", { name: "ご契約の情報を読み込んでいます" }).waitFor();
    await expectGood();
    letGo();
    await expectAlert(page(), "ご契約の情報を読み込めませんでした。");
    await expectGood();
    await page().unroute("**/api/contract");
    await local.fault({ service: "stripe", status: 500, times: 2 });
    await press("再試行");
    await shows("決済サービス（Stripe）に接続できないため、請求書を表示できません。");
    await expectGood();
  });

  test("paid by card: invoices with a wrong text, the questions, and the menu", async () => {
    await openContract(page(), await payer());
    await invoices(page()).getByRole("table").waitFor();
    await page()
      .getByRole("button", { name: /^請求書の記載事項/ })
      .click();
    await field(page(), "部署名").fill("あ".repeat(101));
    await field(page(), "部署名").press("Enter");
    await shows("部署名は100文字以内で入力してください。");
    await expectGood();
    for (const name of ["解約する", "請求書払い（銀行振込）に変更する"]) {
      await press(name);
      const dialog = page().getByRole("dialog").or(page().getByRole("alertdialog"));
      await dialog.waitFor();
      await expectGood();
      await page().keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page().goto("/menu");
    await page().getByRole("main").getByText("スタンダードプラン", { exact: true }).waitFor();
    await expectGood();
  });

  test("to be cancelled, at its end, and on the way back", async () => {
    const customer = await createSubscriber("card");
    await openContract(page(), customer);
    await press("解約する");
    await press("解約を申し込む");
    await contractIs("解約予定");
    await expectGood();
    await passTime(customer, "period_ended");
    await expectPlan(customer, "suspended", "card");
    await page().reload();
    await contractIs("契約終了");
    await expectGood();
    await press("ご契約を再開する");
    await button(page(), "11,000円を支払う").waitFor();
    await expectGood();
  });

  test.each(["late", "onHold"] as const)("%s: menu and contract", async (state) => {
    await openAs(page(), await (state === "onHold" ? debtor() : createCustomer({ state })));
    await lateNotice(page()).waitFor();
    await expectGood();
    await lateNotice(page()).getByRole("link", { name: "ご契約とお支払いを確認" }).click();
    await contractIs(state === "late" ? "お支払い未確認" : "停止中");
    await expectGood();
  });

  test("on hold: no upgrade, the end at once, and a debt on the way back", async () => {
    await openAs(page(), await debtor());
    await lateNotice(page()).waitFor();
    await follow(page(), "/upgrade");
    await shows("トライアルプランのお客様のみご利用いただけます");
    await expectGood();
    await openContract(page(), await debtor());
    await press("解約する");
    await shows("停止中のご契約は、ただちに終了します。");
    await expectGood();
    await press("解約を申し込む");
    await lateNotice(page()).getByText("終了したご契約について").waitFor();
    await press("ご契約を再開する");
    await shows("お支払いを確認できていない請求書があるため、お選びいただけません。");
    await expectGood();
  });

  test("a card that expires, on the menu and in the contract", async () => {
    const customer = await createSubscriber("card");
    await passTime(customer, "card_expires");
    await openAs(page(), customer);
    await shows(/^ご登録のカードの有効期限/);
    await expectGood();
    await page().goto("/contract");
    await page().getByRole("status").filter({ hasText: "が近づいています。" }).waitFor();
    await expectGood();
  });
});
