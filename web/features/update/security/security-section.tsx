import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
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
    <Stack component="section" ref={section} aria-labelledby="security" spacing={3}>
      <Typography variant="h2" id="security">
        ログインとセキュリティ
      </Typography>
      <AuthenticatorPanel seen={seen} />
      <SignOutEverywhere />
    </Stack>
  );
}
