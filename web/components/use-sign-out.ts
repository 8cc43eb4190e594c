import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { forgetPassword } from "#web/lib/drafts/pending-password.ts";
import { signOut } from "#web/lib/identity/session.ts";
import { session } from "#web/lib/session.ts";
import { paths } from "#web/routes/paths.ts";

/** Revokes the session with the identity provider, clears all session storage and goes to /signin. */
export function useSignOut(): { signingOut: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState(false);
  const leave = async (): Promise<void> => {
    setSigningOut(true);
    await signOut();
    forgetPassword();
    session.clear();
    navigate(paths.signIn);
  };
  return { signingOut, leave };
}
