import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { sessions } from "#shared/endpoints.ts";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { useUserCallFailure } from "#web/flow/failure.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { customerQuery } from "#web/lib/customer.ts";
import { endSession } from "#web/lib/end-session.ts";
import { currentSession } from "#web/lib/identity/session.ts";
import { decidePasskeyOffer } from "#web/lib/passkey-offer.ts";
import { syncPasskeys } from "#web/lib/passkeys.ts";
import { session } from "#web/lib/session.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { type Path, paths } from "#web/routes/paths.ts";

/** The menu makes the offer at once or not at all, so that nothing on it moves. What is decided later is for the next menu. */
const longestOfferMilliseconds = 3000;

const offerDecided = (): Promise<void> =>
  Promise.race([
    decidePasskeyOffer().catch(() => {}),
    new Promise<void>((resolve) => setTimeout(resolve, longestOfferMilliseconds)),
  ]);

/**
 * Stores the session keys and says where the person goes: a new customer who never finished goes back to the wizard.
 * `undefined` when nobody is signed in.
 */
async function openSession(from: Path | undefined): Promise<Path | undefined> {
  const signedIn = await currentSession();
  if (!signedIn) return undefined;
  // Whoever used this tab before.
  if (session.read("loginId") !== signedIn.loginId) session.forgetCustomer();
  session.write("loginId", signedIn.loginId);
  session.write("idToken", signedIn.idToken);
  // Nobody waits for it: without it the sign-in has no address in the account's history.
  callApi(sessions, { body: { operation: "begin" } }).catch(() => {});
  // Nor for this: what happened to the passkeys past the site is told now.
  syncPasskeys().catch(() => {});
  const [customer] = await Promise.all([
    queryClient.fetchQuery({ ...customerQuery(signedIn.loginId), staleTime: 0 }),
    offerDecided(),
  ]);
  return customer ? (from ?? paths.menu) : paths.signUp;
}

/** Nothing is asked any more: the customer's session begins. */
export function OpenSession() {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const { state } = useLocation();
  useEffect(() => {
    let gone = false;
    openSession(readNavigationState(state).from).then(
      (to) => {
        if (gone) return;
        if (to) void navigate(to, { replace: true });
        else void endSession(navigate, { to: paths.signIn, replace: true, keepsDrafts: true });
      },
      (error: unknown) => !gone && fail(error),
    );
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
