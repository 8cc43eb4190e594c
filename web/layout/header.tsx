import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Toolbar from "@mui/material/Toolbar";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { productName } from "#shared/site/product.ts";
import { guardedLeave } from "#web/flow/guarded-leave.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { narrowHeader } from "#web/theme/media.ts";
import { PathButton } from "#web/ui/path-button.tsx";

const row = { display: "flex", alignItems: "center", gap: 1.25, flexShrink: 0 } as const;

const name = { display: "grid", lineHeight: 1.25, [narrowHeader]: { display: "none" } } as const;

/** A handset in a speech bubble, drawn as in `public/favicon.svg`. */
function LogoMark() {
  return (
    <Box
      component="svg"
      viewBox="0 0 40 40"
      aria-hidden
      focusable={false}
      sx={{ width: "2.5rem", flexShrink: 0 }}
    >
      <path
        fill="#2b2100"
        d="M12 3h16a10 10 0 0 1 10 10v10a10 10 0 0 1-10 10h-9.2l-7.3 5.3A1.6 1.6 0 0 1 9 37v-4.5A10 10 0 0 1 2 23V13A10 10 0 0 1 12 3Z"
      />
      <path
        fill="#f6b602"
        d="M14.3 9.6c.6-.5 1.5-.4 2 .2l2.3 3.1c.4.6.4 1.4-.1 1.9l-1.4 1.5a.9.9 0 0 0-.1 1 11.6 11.6 0 0 0 4.9 4.7c.4.2.8.1 1-.2l1.4-1.5c.5-.5 1.3-.6 1.9-.2l3.2 2.2c.6.4.8 1.3.3 1.9-1.1 1.5-2.7 2.7-4.7 2.3-6.4-1.3-11.3-6-12.9-12.2-.5-1.9.6-3.6 2.2-4.7Z"
      />
    </Box>
  );
}

interface LogoProps {
  to: Path;
  /** Hides the name on a small screen. */
  compact: boolean;
}

/** The mark and the name of the product, as a link. */
function Logo({ to, compact }: LogoProps) {
  return (
    <Link
      component={RouterLink}
      to={to}
      color="inherit"
      underline="none"
      aria-label={productName.full}
      sx={row}
    >
      <LogoMark />
      {/* Screen readers read the name with this space. */}
      <Box component="span" sx={[name, compact && { display: { xs: "none", sm: "grid" } }]}>
        <Typography component="span" variant="h3" noWrap>
          {productName.short}
        </Typography>{" "}
        <Typography component="span" variant="caption" noWrap sx={{ lineHeight: "inherit" }}>
          {productName.portal}
        </Typography>
      </Box>
    </Link>
  );
}

export type HeaderVariant = "signed-in" | "signed-out" | "logo";

/** If the actions have no room beside each other, the login ID gets a line of its own. */
const actions = { minWidth: 0, [narrowHeader]: { display: "contents" } } as const;
const idText = {
  maxWidth: "16rem",
  [narrowHeader]: { order: 1, flexBasis: "100%", maxWidth: "none", pb: 1, whiteSpace: "normal" },
} as const;

function SignedIn() {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState(false);
  const loginId = tabStorage.read("loginId") ?? "";
  const signOut = (): void => {
    setSigningOut(true);
    void endSession(navigate, { to: paths.signIn, revokes: true });
  };
  return (
    <>
      <Typography noWrap translate="no" title={loginId} sx={idText}>
        {loginId}
      </Typography>
      {/* The page that is rendered at build time has no login ID. */}
      {loginId !== "" && <Divider orientation="vertical" flexItem />}
      <Button variant="text" loading={signingOut} onClick={() => guardedLeave(signOut)}>
        ログアウト
      </Button>
    </>
  );
}

/** The yellow top bar in three variants (specification section 2, common header). */
export function Header({ variant }: { variant: HeaderVariant }) {
  const isSignedIn = variant === "signed-in";
  return (
    <AppBar>
      <Toolbar>
        <Logo to={isSignedIn ? paths.menu : paths.signIn} compact={isSignedIn} />
        <Stack direction="row" spacing={{ xs: 1, sm: 1.5 }} sx={actions}>
          {isSignedIn && <SignedIn />}
          {variant === "signed-out" && (
            <PathButton variant="text" to={paths.signIn}>
              ログイン
            </PathButton>
          )}
        </Stack>
      </Toolbar>
    </AppBar>
  );
}
