import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const sources = globSync("{web,functions,shared,infra}/**/*.{ts,tsx}", { cwd: root }).map(
  (path) => [path, readFileSync(`${root}${path}`, "utf8")] as const,
);

/** The word that is not used, beside the one that is. */
const otherWords: Record<string, RegExp> = {
  認証コード: /確認コード|検証コード|再設定コード|ワンタイムパスワード/,
  再送信: /再送(?!信)/,
  "ライセンスキー（認証キー）": /(?<!（)認証キー/,
  ご登録情報の変更: /会員情報|登録情報変更|お客様情報の変更/,
  パスワードの変更: /["「]パスワード変更["」]/,
  ログインとセキュリティ: /ログインの安全性/,
  "決済サービス（Stripe）": /カード会社の安全なページ/,
  "請求書払い（銀行振込）": /請求書（銀行振込）|請求書でのお支払い/,
  お支払い期限: /お支払い期日|記載の期日/,
  信頼したブラウザー: /信頼済み/,
  秘密鍵ファイル: /秘密鍵のファイル/,
  お心当たり: /(?<!お)心当たり/,
  すでに: /既に/,
};

test.each(Object.entries(otherWords))("customers read %s, and no other word for it", (_, other) => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(([, text]) => other.test(text)).map(([path]) => path)).toEqual([]);
});

test("the product's name stands in one place", () => {
  const named = sources.filter(([, text]) => text.includes("電話連携プラグイン")).map(([path]) => path);
  expect(named).toEqual(["shared/site/product.ts"]);
});
