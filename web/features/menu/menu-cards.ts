import Download from "@mui/icons-material/DownloadOutlined";
import LockReset from "@mui/icons-material/LockResetOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccountsOutlined";
import MenuBook from "@mui/icons-material/MenuBookOutlined";
import RocketLaunch from "@mui/icons-material/RocketLaunchOutlined";
import { type Path, paths } from "#shared/site/paths.ts";

export interface MenuEntry {
  path: Path;
  /** Words between which a line can break. */
  title: readonly string[];
  text: string;
  Icon: typeof Download;
  /** The reason why the card is disabled. */
  unavailable?: string;
}

const reasons: Readonly<Record<string, string>> = {
  standard: "スタンダードプランをご利用中です",
  suspended: "「ご契約とお支払い」をご確認ください",
};
const unavailable = (plan: string): string =>
  reasons[plan] ?? "トライアルプランのお客様のみご利用いただけます";

/** Returns the five cards in the order of the specification. Only a trial can be upgraded. */
export const menuEntries = (plan: string): readonly MenuEntry[] => [
  {
    path: paths.pluginDownload,
    title: ["プラグイン", "ダウンロード"],
    text: "プラグインとテンプレート",
    Icon: Download,
  },
  {
    path: paths.manualDownload,
    title: ["マニュアル", "ダウンロード"],
    text: "設定と使い方の手引き",
    Icon: MenuBook,
  },
  {
    path: paths.upgrade,
    title: ["アップグレード"],
    text: "スタンダードプランへ変更",
    Icon: RocketLaunch,
    ...(plan !== "trial" && { unavailable: unavailable(plan) }),
  },
  {
    path: paths.update,
    title: ["ご登録情報の", "変更"],
    text: "ご登録内容の確認と変更",
    Icon: ManageAccounts,
  },
  {
    path: paths.passwordChange,
    title: ["パスワードの", "変更"],
    text: "ログイン用パスワード",
    Icon: LockReset,
  },
];
