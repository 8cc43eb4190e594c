import CreditCard from "@mui/icons-material/CreditCardOutlined";
import Download from "@mui/icons-material/DownloadOutlined";
import Guide from "@mui/icons-material/ExploreOutlined";
import Home from "@mui/icons-material/HomeOutlined";
import Key from "@mui/icons-material/KeyOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccountsOutlined";
import Shield from "@mui/icons-material/ShieldOutlined";
import { type Path, paths } from "#web/routes/paths.ts";

export interface Place {
  path: Path;
  title: string;
  Icon: typeof Home;
  /** Screens that are reached from this one and have no entry of their own. */
  within?: readonly Path[];
}

/** The navigation of a signed-in customer, in its order. */
export const places: readonly Place[] = [
  { path: paths.menu, title: "ホーム", Icon: Home },
  { path: paths.pluginDownload, title: "ダウンロード", Icon: Download, within: [paths.manualDownload] },
  {
    path: paths.contract,
    title: "ご契約とお支払い",
    Icon: CreditCard,
    within: [paths.upgrade, paths.upgradeComplete],
  },
  {
    path: paths.update,
    title: "ご登録情報",
    Icon: ManageAccounts,
    within: [
      paths.updateComplete,
      paths.emailChange,
      paths.emailChangeComplete,
      paths.phoneChange,
      paths.phoneChangeComplete,
      paths.leave,
    ],
  },
  { path: paths.licence, title: "ライセンスキー", Icon: Key },
  { path: paths.guide, title: "ご利用開始ガイド", Icon: Guide },
  { path: paths.security, title: "ログインとセキュリティ", Icon: Shield, within: [paths.passwordChange] },
];

/** What `aria-current` says of a place, when the screen at `pathname` is shown. */
export function currentOf({ path, within }: Place, pathname: string): "page" | "true" | undefined {
  if (path === pathname) return "page";
  return within?.some((each) => each === pathname) ? "true" : undefined;
}
