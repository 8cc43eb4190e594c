import AppBar from "@mui/material/AppBar";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Toolbar from "@mui/material/Toolbar";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { guardedLeave } from "#web/flow/guarded-leave.ts";
import { endSession } from "#web/lib/end-session.ts";
import { session } from "#web/lib/session.ts";
import { paths } from "#web/routes/paths.ts";
import { veryNarrow } from "#web/theme/media.ts";
import { Logo } from "./logo.tsx";

/** Revokes the session with the identity provider, clears all session storage and goes to /signin. */
export function useSignOut(): { signingOut: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState(false);
  const leave = async (): Promise<void> => {
    setSigningOut(true);
    await endSession(navigate, { to: paths.signIn, revokes: true });
  };
  return { signingOut, leave };
}

export type HeaderVariant = "signed-in" | "signed-out" | "logo";

/** Where even the actions have no room beside each other, the login ID gets a line of its own. */
const actions = { minWidth: 0, [veryNarrow]: { display: "contents" } } as const;
const idText = {
  maxWidth: "16rem",
  [veryNarrow]: { order: 1, flexBasis: "100%", maxWidth: "none", pb: 1, whiteSpace: "normal" },
} as const;

function SignedIn() {
  const { signingOut, leave } = useSignOut();
  const loginId = session.read("loginId") ?? "";
  return (
    <>
      <Typography noWrap title={loginId} sx={idText}>
        {loginId}
      </Typography>
      {/* What the build draws knows nobody: there is nothing to separate. */}
      {loginId !== "" && <Divider orientation="vertical" flexItem />}
      <Button variant="text" loading={signingOut} onClick={() => guardedLeave(() => void leave())}>
        ログアウト
      </Button>
    </>
  );
}

function SignedOut() {
  const navigate = useNavigate();
  return (
    <Button variant="text" onClick={() => navigate(paths.signIn)}>
      ログイン
    </Button>
  );
}

/** The yellow top bar in its three variants (specification section 2, common header). */
export function Header({ variant }: { variant: HeaderVariant }) {
  const isSignedIn = variant === "signed-in";
  return (
    <AppBar>
      <Toolbar>
        <Logo to={isSignedIn ? paths.menu : paths.signIn} compact={isSignedIn} />
        <Stack direction="row" spacing={{ xs: 1, sm: 1.5 }} sx={actions}>
          {isSignedIn && <SignedIn />}
          {variant === "signed-out" && <SignedOut />}
        </Stack>
      </Toolbar>
    </AppBar>
  );
}
