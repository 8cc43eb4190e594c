/** Every screen of the portal, and how a page shows that it is ready. */
import type { Locator, Page } from "playwright-core";
import type { CustomerPath } from "#shared/site/paths.ts";
import { button } from "../support/elements.ts";

export interface Screen {
  path: string;
  /** On the screen once it is ready, and not on the one before it. */
  shows: (page: Page) => Locator;
  /** The button that submits the empty form. */
  submit?: string;
}
const titled = (name: string) => (page: Page) => page.getByRole("heading", { level: 1, name, exact: true });
const withButton = (name: string) => (page: Page) => button(page, name);

export const publicScreens: Screen[] = [
  { path: "/", shows: titled("新規登録"), submit: "同意して次へ" },
  { path: "/signup/comp", shows: titled("登録が完了しました") },
  { path: "/signin", shows: titled("ログイン"), submit: "ログイン" },
  { path: "/pw/forgot", shows: titled("パスワードをお忘れの方"), submit: "認証コードを送信" },
  { path: "/id/forgot", shows: titled("ログインIDをお忘れの方"), submit: "メールを送信" },
  { path: "/quote", shows: titled("見積書の作成"), submit: "見積書をダウンロード" },
  { path: "/pw/reset/comp", shows: titled("パスワードの再設定が完了しました") },
  { path: "/pw/change/comp", shows: titled("パスワードの変更が完了しました") },
  { path: "/leave/comp", shows: titled("退会の手続きが完了しました") },
  { path: "/error", shows: titled("エラーが発生しました") },
  { path: "/unsubscribe", shows: titled("お知らせメールの配信停止") },
  { path: "/unsubscribe/invoice-copies", shows: titled("請求書の控えの送付停止") },
  { path: "/no/such/page", shows: titled("ページが見つかりません") },
];

/** Without the menu and the downloads, which come before. A new path of a customer does not compile without its screen. */
type OtherPath = Exclude<CustomerPath, "/menu" | "/dl/plugin" | "/dl/manual"> | "/pw/change";
const shownOn: Readonly<Record<OtherPath, Screen["shows"]>> = {
  "/update": withButton("変更を保存"),
  "/update/comp": withButton("メニューへ"),
  "/pw/change": withButton("パスワードを変更する"),
  "/em/change": withButton("認証コードを送信"),
  "/em/change/comp": withButton("ご登録情報の変更に戻る"),
  "/pn/change": withButton("認証コードを送信"),
  "/pn/change/comp": withButton("ご登録情報の変更に戻る"),
  "/upgrade": withButton("次へ"),
  "/upgrade/comp": withButton("メニューへ"),
  "/contract": (page) => page.getByText("トライアルプラン", { exact: true }),
  "/security": (page) => page.getByText("新規登録が完了しました"),
  "/guide": titled("ご利用開始ガイド"),
  "/leave": titled("データのダウンロードと退会"),
  "/licence": withButton("再発行する"),
};
export const customerScreens: Screen[] = Object.entries(shownOn).map(([path, shows]) => ({ path, shows }));

/** As a link within the site, from where the screen's own step ends: no document is loaded. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ idx: history.state.idx + 1, usr: { completed: true } }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
