import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { endSession } from "#web/lib/end-session.ts";
import { paths } from "#web/routes/paths.ts";

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
