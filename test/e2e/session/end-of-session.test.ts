import { expect, test } from "vitest";
import {
  openAs,
  portalStorageOf,
  sessionStorageOf,
  settled,
  signIn,
  startBrowser,
} from "../support/browser.ts";
import { createCustomer, type Person } from "../support/customer.ts";
import { heading, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const pressed = (name: string) => page().getByRole("button", { name, exact: true }).click();
const expired = "ログインの有効期限が切れました";

/** As on a busy machine: React's pieces of work wait until the page has nothing else to do. Answers are handled first. */
const delayScheduler = (): void => {
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function postMessage(this: MessagePort, message: unknown) {
    scheduler.postTask(() => post.call(this, message), { priority: "background" });
  };
};

/** The window gets the focus while the next screen's file is under way: what is on the screen asks again, and gets its answer. */
async function holdFiles(): Promise<void> {
  await page().route("**/assets/*.js", async (route) => {
    await page().evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await settled(page());
    await route.continue();
  });
}

const confirmClosing = async () => {
  await pressed("退会する");
  await page().getByRole("alertdialog").getByRole("button", { name: "退会する" }).click();
};

const changePassword = async ({ password }: Person) => {
  await page().getByLabel("現在のパスワード", { exact: true }).fill(password);
  await page().getByLabel("新しいパスワード", { exact: true }).fill("Tsubaki-2027!");
  await page().getByLabel("新しいパスワード（確認）", { exact: true }).fill("Tsubaki-2027!");
  await pressed("パスワードを変更する");
};

const everywhere = async () => {
  await pressed("すべての端末からログアウト");
  await pressed("ログアウトする");
};

const farewells: [
  title: string,
  from: string,
  leave: (person: Person) => Promise<void>,
  to: string,
  says: string,
][] = [
  [
    "closing the account",
    "データのダウンロードと退会",
    confirmClosing,
    "/leave/comp",
    "退会の手続きが完了しました",
  ],
  ["signing out", "ご契約とお支払い", () => pressed("ログアウト"), "/signin", "パスワードをお忘れの方"],
  [
    "signing out everywhere",
    "ログインとセキュリティ",
    everywhere,
    "/signin",
    "すべての端末からログアウトしました",
  ],
  [
    "changing the password",
    "パスワードの変更",
    changePassword,
    "/pw/change/comp",
    "パスワードの変更が完了しました",
  ],
];

test.each(farewells)("%s ends where it should, and says nothing of an expired session", async (...way) => {
  const [, from, leave, to, says] = way;
  const customer = await createCustomer();
  await page().addInitScript(delayScheduler);
  await openAs(page(), customer);
  await page()
    .getByText(from, { exact: true })
    .or(page().getByRole("button", { name: from }))
    .first()
    .click();
  await page().getByRole("button", { name: "ログアウト", exact: true }).waitFor();
  await settled(page());
  await holdFiles();
  await leave(customer);
  await page().getByText(says).first().waitFor();
  await settled(page());
  expect(pathOf(page())).toBe(to);
  expect(await page().locator("main").textContent()).not.toContain(expired);
  expect(await portalStorageOf(page())).toEqual({});
});

test("a refused token ends the session once for all calls that were refused", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer, "/contract");
  await heading(page(), "ご契約とお支払い").waitFor();
  // A call of this page that is refused while the next one is on its way would end the session first.
  await settled(page());
  await page().route("**/api/**", (route) =>
    route.fulfill({ status: 401, json: { error: { code: "unauthorized", message: "x" } } }),
  );
  await page().reload();
  await page().getByText(expired).waitFor();
  expect(await sessionStorageOf(page())).not.toHaveProperty("loginId");
  expect(Object.keys(await sessionStorageOf(page())).filter((key) => /Token$/.test(key))).toEqual([]);
  await page().unrouteAll();
  await page().goto("/menu");
  await page().waitForURL("**/signin");
});

test("opening /signin keeps the session; a new sign-in there ends it first", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer);
  await page().evaluate(() => localStorage.setItem("somebody-elses", "1"));
  await page().goto("/signin");
  await heading(page(), "ログイン").waitFor();
  expect(await page().evaluate(() => ({ ...localStorage }))).toEqual({});
  await page().goto("/menu");
  await page()
    .getByRole("navigation", { name: "ページ一覧" })
    .getByRole("link", { name: "ログインとセキュリティ" })
    .click();
  await page().getByRole("heading", { level: 2, name: "ご利用履歴" }).waitFor();
  await page().getByText("信頼済みのブラウザーはありません").waitFor();
  expect(pathOf(page())).toBe("/security");

  await signIn(page(), { ...customer, password: "Chigau-2026!" });
  await page().getByText("ログインに失敗しました。").waitFor();
  expect(Object.keys(await portalStorageOf(page()))).toEqual([]);
  expect(Object.keys(await sessionStorageOf(page())).filter((key) => /Token$/.test(key))).toEqual([]);
  await page().goto("/menu");
  await page().waitForURL("**/signin");
  expect((await local.requests("cognito")).length).toBeGreaterThan(0);
});
