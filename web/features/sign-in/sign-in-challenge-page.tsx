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
import { currentSession } from "#web/lib/identity/tokens/session.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import { readNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { contractQuery } from "#web/lib/queries/contract.ts";
import { customerQuery } from "#web/lib/queries/customer.ts";
import { syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { forgetSignOut } from "#web/lib/session/other-tabs.ts";
import { session } from "#web/lib/session/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";

/** The session's customer record, which is still loading. `null` where the sign-up was never finished. */
type StartedSession = { customer: Promise<UserRecord | null> } | undefined;

/** Calls whose answers the sign-in does not wait for. */
function startBackgroundCalls(): void {
  // Without it the sign-in has no address in the account's history.
  callApi(sessions, { body: { operation: "begin" } }).catch(() => {});
  // The portal learns about sign-in methods that were changed outside of the site.
  syncSignInMethods().catch(() => {});
  decidePasskeyOffer().catch(() => {});
}

async function startSession(): Promise<StartedSession> {
  const signedIn = await currentSession();
  if (!signedIn) return undefined;
  const { loginId, idToken } = signedIn;
  // Another customer may have used this tab.
  if (session.read("loginId") !== loginId) session.forgetCustomer();
  claimSignUp(loginId);
  forgetSignOut(loginId);
  session.write("loginId", loginId);
  session.write("idToken", idToken);
  // For the menu; nothing depends on it here.
  void queryClient.prefetchInfiniteQuery(contractQuery(loginId));
  const customer = queryClient.fetchQuery({ ...customerQuery(loginId), staleTime: 0 });
  customer.then(startBackgroundCalls, () => {});
  return { customer };
}

let begun: Promise<StartedSession> | undefined;

/**
 * Stores the session keys and asks for what the next screen shows. Call as soon as there is a token: rendering would hold the calls
 * up. `undefined` for signed-out visitors; `customer` rejects as the user call does.
 */
export function beginSession(): Promise<StartedSession> {
  begun = startSession();
  begun.catch(() => {});
  return begun;
}

/** Returns the session that `beginSession` has begun; after a reload it begins one. */
function sessionBegun(): Promise<StartedSession> {
  const current = begun ?? startSession();
  begun = undefined;
  return current;
}

/** True until the visitor has moved on: the screen may lag behind the address. */
export const isStillOpening = (): boolean => window.location.pathname === paths.signInChallenge;

/**
 * The challenges are answered: the customer's session begins. The menu waits for the record itself. Customers who come from
 * another screen go back to it with the record, or into the sign-up that was never finished.
 */
function OpenSession() {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const { state } = useLocation();
  useEffect(() => {
    let gone = false;
    const open = async (): Promise<void> => {
      const begun = await sessionBegun();
      const { from = paths.menu } = readNavigationState(state);
      if (!begun) return endSession(navigate, { to: paths.signIn, replace: true, keepsDrafts: true });
      const to = from === paths.menu || (await begun.customer) ? from : paths.signUp;
      if (!gone && isStillOpening()) await navigate(to, { replace: true });
    };
    open().catch((error: unknown) => !gone && fail(error));
    return () => {
      gone = true;
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

/** /signin/auth: what stands between the password and the menu. Each challenge is a history entry's state. */
export default function SignInChallengePage() {
  const { key, state } = useLocation();
  return isChallenged(state) ? <ChallengeScreen key={key} /> : <OpenSession />;
}
