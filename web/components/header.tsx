import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import { session } from "../lib/session.ts";
import { paths } from "../routes/paths.ts";
import { ActionButton } from "./action-button.tsx";
import { useGuardedLeave } from "./leave-guard/guarded-leave.ts";
import { Logo } from "./logo.tsx";
import { useSignOut } from "./use-sign-out.ts";

export type HeaderVariant = "signed-in" | "signed-out" | "logo";

function SignedIn() {
  const { signingOut, leave } = useSignOut();
  const guarded = useGuardedLeave();
  const loginId = session.read("loginId") ?? "";
  return (
    <>
      <Box
        component="span"
        title={loginId}
        sx={{
          minWidth: 0,
          maxWidth: "16rem",
          overflow: "hidden",
          textOverflow: "ellipsis",
          whiteSpace: "nowrap",
        }}
      >
        {loginId}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{ width: "1px", height: 24, flexShrink: 0, bgcolor: "currentColor" }}
      />
      <ActionButton variant="text" pending={signingOut} onClick={() => guarded(() => void leave())}>
        ログアウト
      </ActionButton>
    </>
  );
}

function SignedOut() {
  const navigate = useNavigate();
  return (
    <ActionButton variant="text" onClick={() => navigate(paths.signIn)}>
      ログイン
    </ActionButton>
  );
}

/** The yellow top bar in its three variants (specification section 2, common header). */
export function Header({ variant }: { variant: HeaderVariant }) {
  return (
    <Box
      component="header"
      sx={{
        display: "flex",
        alignItems: "center",
        justifyContent: "space-between",
        gap: 2,
        minHeight: 64,
        px: { xs: 1.5, sm: 3 },
        bgcolor: "primary.main",
        color: "primary.contrastText",
      }}
    >
      <Logo compact={variant === "signed-in"} />
      <Box
        sx={{
          display: "flex",
          alignItems: "center",
          gap: { xs: 1, sm: 2 },
          minWidth: 0,
          "& button": { flexShrink: 0, px: { xs: 1, sm: 2 }, fontSize: "0.9375rem" },
        }}
      >
        {variant === "signed-in" && <SignedIn />}
        {variant === "signed-out" && <SignedOut />}
      </Box>
    </Box>
  );
}
