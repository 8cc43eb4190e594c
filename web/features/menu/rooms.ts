import { type Path, paths } from "#web/routes/paths.ts";

export interface Room {
  path: Path;
  title: string;
  /** One sentence: what the screen is for. */
  text: string;
}

/** The screens below the five cards, in their order. A screen that is not on a card gets a line here. */
export const rooms: readonly Room[] = [
  {
    path: paths.contract,
    title: "ご契約とお支払い",
    text: "プランとお支払い方法、請求書の確認と、変更や解約のお手続きができます。",
  },
  {
    path: paths.licence,
    title: "ライセンスキー",
    text: "プラグインに登録するキーの表示、メールでの再送、再発行ができます。",
  },
  {
    path: paths.security,
    title: "ログインとセキュリティ",
    text: "認証アプリ、信頼したブラウザー、ご利用履歴を確認し、すべての端末からログアウトできます。",
  },
  {
    path: paths.leave,
    title: "データのダウンロードと退会",
    text: "カスタマーポータルがお預かりしているお客様のデータの受け取りと、退会のお手続きができます。",
  },
];
