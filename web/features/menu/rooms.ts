import CreditCard from "@mui/icons-material/CreditCardOutlined";
import Inventory from "@mui/icons-material/Inventory2Outlined";
import Key from "@mui/icons-material/KeyOutlined";
import Shield from "@mui/icons-material/ShieldOutlined";
import { paths } from "#web/routes/paths.ts";
import type { MenuEntry } from "./menu-cards.ts";

/** The screens below the five cards, in their order. A screen that is not on a card gets an entry here. */
export const rooms: readonly MenuEntry[] = [
  {
    path: paths.contract,
    title: ["ご契約と", "お支払い"],
    text: "プランとお支払い方法、請求書の確認、変更や解約のお手続き",
    Icon: CreditCard,
  },
  {
    path: paths.licence,
    title: ["ライセンスキー"],
    text: "プラグインに登録するキーの表示、再送、再発行",
    Icon: Key,
  },
  {
    path: paths.security,
    title: ["ログインと", "セキュリティ"],
    text: "パスキー、認証アプリ、端末、ご利用履歴の確認と設定",
    Icon: Shield,
  },
  {
    path: paths.leave,
    title: ["データの", "ダウンロードと", "退会"],
    text: "お預かりしているデータの受け取りと、退会のお手続き",
    Icon: Inventory,
  },
];
