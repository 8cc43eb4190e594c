import Box from "@mui/material/Box";
import { useRef } from "react";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { useSeen } from "./use-seen.ts";

/**
 * How the customer signs in: the authenticator app, and an end to every session. Cognito is asked when the section comes
 * into view, so that whoever came for the company's address does not load Amplify.
 */
export function SecuritySection() {
  const section = useRef<HTMLElement>(null);
  const seen = useSeen(section);
  return (
    <Box component="section" ref={section} aria-labelledby="security" sx={{ display: "grid", gap: 4 }}>
      <Box component="h2" id="security" sx={{ typography: "h2", m: 0 }}>
        ログインの安全性
      </Box>
      <AuthenticatorPanel seen={seen} />
      <SignOutEverywhere />
    </Box>
  );
}
