import CreditCard from "@mui/icons-material/CreditCardOutlined";
import Download from "@mui/icons-material/DownloadOutlined";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Guide from "@mui/icons-material/ExploreOutlined";
import Home from "@mui/icons-material/HomeOutlined";
import Inventory from "@mui/icons-material/Inventory2Outlined";
import Key from "@mui/icons-material/KeyOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccountsOutlined";
import Shield from "@mui/icons-material/ShieldOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { forcedColors, withRail } from "#web/theme/media.ts";
import { Words } from "#web/ui/words.tsx";

interface Place {
  path: Path;
  /** Words between which a line can break. */
  title: readonly string[];
  Icon: typeof Home;
  /** Screens that show this entry as current, because they have no entry. */
  within?: readonly Path[];
}

/** The entries of the navigation of a signed-in customer. */
export const places: readonly Place[] = [
  { path: paths.menu, title: ["メニュー"], Icon: Home },
  { path: paths.pluginDownload, title: ["ダウンロード"], Icon: Download, within: [paths.manualDownload] },
  {
    path: paths.contract,
    title: ["ご契約と", "お支払い"],
    Icon: CreditCard,
    within: [paths.upgrade, paths.upgradeComplete],
  },
  {
    path: paths.update,
    title: ["ご登録情報"],
    Icon: ManageAccounts,
    within: [
      paths.updateComplete,
      paths.emailChange,
      paths.emailChangeComplete,
      paths.phoneChange,
      paths.phoneChangeComplete,
    ],
  },
  { path: paths.licence, title: ["ライセンスキー"], Icon: Key },
  { path: paths.guide, title: ["ご利用開始", "ガイド"], Icon: Guide },
  {
    path: paths.security,
    title: ["ログインと", "セキュリティ"],
    Icon: Shield,
    within: [paths.passwordChange],
  },
  { path: paths.leave, title: ["データの", "ダウンロードと", "退会"], Icon: Inventory },
];

/** Returns the `aria-current` of a place while the screen at `pathname` is shown. */
function currentOf({ path, within }: Place, pathname: string): "page" | "true" | undefined {
  if (path === pathname) return "page";
  return within?.some((each) => each === pathname) ? "true" : undefined;
}

const rail = { [withRail]: { position: "sticky", top: 0, p: 1, pt: 3 } } as const;

const toggle = {
  width: 1,
  justifyContent: "space-between",
  borderRadius: 0,
  px: 3,
  "& svg": { transition: "rotate 0.2s" },
  "&[aria-expanded=true] svg": { rotate: "180deg" },
  [withRail]: { display: "none" },
} as const;

const list = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(14rem, 100%), 1fr))",
  gap: 0.5,
  p: 1.5,
  pt: 0,
  "&[data-open=false]": { display: "none" },
  [withRail]: { "&, &[data-open=false]": { display: "flex", flexDirection: "column", p: 0 } },
} as const;

/** The current place has a bar besides its background, because forced colors remove backgrounds. */
const entry = {
  gap: 1.25,
  minHeight: "2.75rem",
  px: 1,
  py: 1,
  borderRadius: 1,
  color: "text.primary",
  fontSize: "0.875rem",
  lineHeight: 1.5,
  "& svg": { color: "text.secondary", fontSize: "1.25rem" },
  "&[aria-current]": {
    fontWeight: 700,
    bgcolor: "background.default",
    boxShadow: "inset 3px 0 currentColor",
    "& svg": { color: "text.primary" },
    [forcedColors]: { borderLeft: "4px solid Highlight" },
  },
} as const;

/** Links to the screens of a signed-in customer: a rail beside the screen, or a bar above it that opens. */
export function Navigation() {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Navigating changes the path, which closes the menu.
  const isOpen = openAt === pathname;
  const closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key !== "Escape" || !isOpen) return;
    setOpenAt(undefined);
    button.current?.focus();
  };
  return (
    <Box component="nav" aria-label="ページ一覧" onKeyDown={closeOnEscape} sx={rail}>
      <Button
        ref={button}
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<ExpandMore />}
        onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        sx={toggle}
      >
        ページ一覧
      </Button>
      <List id={id} data-open={isOpen} disablePadding sx={list}>
        {places.map((place) => (
          <ListItem key={place.path} disablePadding>
            <ListItemButton
              component={Link}
              to={place.path}
              aria-current={currentOf(place, pathname)}
              sx={entry}
            >
              <place.Icon aria-hidden />
              <Words words={place.title} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
