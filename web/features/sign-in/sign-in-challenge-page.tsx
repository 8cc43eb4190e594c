import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { loadScreen } from "#web/lib/load-screen.ts";
import { OpenSession } from "./open-session.tsx";

export { beginSession, isStillOpening } from "./begin-session.ts";

const ChallengeScreen = lazy(() => loadScreen(() => import("./challenge/challenge-screen.tsx")));

const isChallenged = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "challenge" in state;

/** /signin/auth: what stands between the password and the menu. Each challenge is a history entry's state. */
export default function SignInChallengePage() {
  const { key, state } = useLocation();
  return isChallenged(state) ? <ChallengeScreen key={key} /> : <OpenSession />;
}
