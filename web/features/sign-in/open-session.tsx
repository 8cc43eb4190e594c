import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { useUserCallFailure } from "#web/flow/failure.ts";
import { endSession } from "#web/lib/end-session.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { isStillOpening, sessionBegun } from "./begin-session.ts";

/**
 * Nothing is asked any more: the customer's session begins. The menu waits for the record itself; whoever comes from another screen
 * goes back to it with the record, or into the sign-up that was never finished.
 */
export function OpenSession() {
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
