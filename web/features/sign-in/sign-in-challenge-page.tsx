import { lazy, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { sessions } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { decidePasskeyOffer } from "#web/components/passkeys/passkey-offer.ts";
import { claimSignUp } from "#web/flow/sign-up-draft.ts";
import { useUserCallFailure } from "#web/flow/use-call.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { currentSession } from "#web/lib/identity/tokens/current-session.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import { readNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { contractQuery } from "#web/lib/queries/contract.ts";
import { profileQuery } from "#web/lib/queries/profile.ts";
import { syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { forgetSignOut } from "#web/lib/session/other-tabs.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { Spinner } from "#web/ui/spinner.tsx";

/** The profile of the new session, which is loading. `null` if the sign-up is not finished. */
type StartedSession = { profile: Promise<UserRecord | null> } | undefined;

/** Starts calls that the sign-in does not wait for. */
function startBackgroundCalls(): void {
  // Adds the IP address to the sign-in's event in the activity.
  callApi(sessions, { body: { operation: "begin" } }).catch(() => {});
  // Makes the portal detect sign-in methods that were changed outside of the site.
  syncSignInMethods().catch(() => {});
  decidePasskeyOffer().catch(() => {});
}

async function storeSession(): Promise<StartedSession> {
  const signedIn = await currentSession();
  if (!signedIn) return undefined;
  const { loginId, idToken } = signedIn;
  // Another customer may have used this tab.
  if (tabStorage.read("loginId") !== loginId) session.endKeepingDrafts();
  claimSignUp(loginId);
  forgetSignOut(loginId);
  tabStorage.write("loginId", loginId);
  tabStorage.write("idToken", idToken);
  // For the menu.
  void queryClient.prefetchInfiniteQuery(contractQuery(loginId));
  const profile = queryClient.fetchQuery({ ...profileQuery(loginId), staleTime: 0 });
  profile.then(startBackgroundCalls, () => {});
  return { profile };
}

let started: Promise<StartedSession> | undefined;

/**
 * Stores the session and loads the data of the next screen. Call it as soon as there is a token, because rendering
 * would delay the calls. Resolves to `undefined` for signed-out visitors. `profile` rejects as the user call does.
 */
export function startSession(): Promise<StartedSession> {
  started = storeSession();
  started.catch(() => {});
  return started;
}

/** Returns the session that `startSession` has started, and starts it after a reload. */
function startedSession(): Promise<StartedSession> {
  const current = started ?? storeSession();
  started = undefined;
  return current;
}

/** Whether the address is still /signin/auth. The screen can lag behind the address. */
export const isStillOpening = (): boolean => window.location.pathname === paths.signInChallenge;

/**
 * Starts the session after the challenges. The menu loads the profile itself. Customers who come from another
 * screen return to it once the profile is loaded, or go to the sign-up wizard without one.
 */
function OpenSession() {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const { state } = useLocation();
  useEffect(() => {
    let isUnmounted = false;
    const open = async (): Promise<void> => {
      const newSession = await startedSession();
      const { from = paths.menu } = readNavigationState(state);
      if (!newSession) return endSession(navigate, { to: paths.signIn, replace: true, keepsDrafts: true });
      const to = from === paths.menu || (await newSession.profile) ? from : paths.signUp;
      if (!isUnmounted && isStillOpening()) await navigate(to, { replace: true });
    };
    open().catch((error: unknown) => !isUnmounted && fail(error));
    return () => {
      isUnmounted = true;
    };
  }, [navigate, fail, state]);
  return (
    <Page header="logo" title="ログインしています" width="narrow">
      <Spinner label="お客様の情報を確認しています" />
    </Page>
  );
}

const ChallengeScreen = lazy(() => loadScreen(() => import("./challenge-screen.tsx")));

const isChallenged = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "challenge" in state;

/** /signin/auth: the challenges after the password. Each challenge is the state of a history entry. */
export default function SignInChallengePage() {
  const { key, state } = useLocation();
  return isChallenged(state) ? <ChallengeScreen key={key} /> : <OpenSession />;
}
