/** Texts that people read: one thing has one word (docs/words.md), and names are those of the screens. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** Code and comments are English: every Japanese text is one for people. */
const sources = globSync("{web,functions,shared,infra}/**/*.{ts,tsx,md}", { cwd: root }).map(
  (path) => [path, readFileSync(join(root, path), "utf8")] as const,
);

/** By the word to write, the others: the first and the last column of the table. */
const otherWords = readFileSync(join(root, "docs/words.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Write"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map((cells) => [cells[1] ?? "", cells[4] ?? ""] as const);

test.each(otherWords)("customers read %s, and no other word for it", (_, words) => {
  expect(sources.length).toBeGreaterThan(300);
  const others = words.split(", ").map((word) => new RegExp(word.replaceAll("`", "")));
  const found = sources.filter(([, text]) => others.some((other) => other.test(text)));
  expect(found.map(([path]) => path)).toEqual([]);
});

test("the product's name stands in one place", () => {
  const named = sources.filter(([, text]) => text.includes("電話連携プラグイン")).map(([path]) => path);
  expect(named).toEqual(["shared/site/product.ts"]);
});

/** Names that others give, so that no screen of ours has them. */
const foreign = {
  kintone: [
    "kintoneシステム管理",
    "アプリテンプレート",
    "アプリの設定",
    "アプリを更新",
    "カスタマイズ／サービス連携",
    "プラグイン",
    "参照",
    "読み込む",
    "読み込んだプラグイン",
    "設定",
    "追加",
    "追加する",
  ],
  phones: ["海外・国際SMSの受信拒否", "不明な差出人", "迷惑メッセージ"],
  Safari: ["一般", "ダウンロード後、“安全な”ファイルを開く"],
  "our mails": ["新しいブラウザーからのログイン"],
};
const foreignNames = Object.values(foreign).flat();

/** Vonage's screens, files and addresses are in English. */
const isEnglish = (name: string) => /^[\w ./:@-]+$/.test(name);

const screens = sources
  .filter(([path]) => /^(?:web|shared)\//.test(path))
  .map(([, text]) => text)
  .join("\n");

/** As a whole text: of an element, or of a constant. */
function isShown(name: string): boolean {
  const exact = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?:"|>|^(?:# |\\s*))${exact}(?:"|<|\\s*$)`, "m").test(screens);
}

test("each name in 「」 is a name on a screen", () => {
  const names = sources.flatMap(([path, text]) =>
    [...text.matchAll(/「(?:\[([^\]]+)\]\([^)]+\)|([^」$]+))」/g)].map(
      ([, link, name = link ?? ""]) => [path, name] as const,
    ),
  );
  expect(names.length).toBeGreaterThan(100);
  const unknown = names.filter(
    ([, name]) => !foreignNames.includes(name) && !isEnglish(name) && !isShown(name),
  );
  expect(unknown.map(([path, name]) => `${path}: ${name}`)).toEqual([]);
});
