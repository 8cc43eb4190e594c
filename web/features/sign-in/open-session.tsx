import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { useUserCallFailure } from "#web/flow/failure.ts";
import { endSession } from "#web/lib/end-session.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { sessionBegun } from "./begin-session.ts";

/** Nothing is asked any more: the customer's session begins. Who never finished the sign-up goes back to the wizard. */
export function OpenSession() {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const { state } = useLocation();
  useEffect(() => {
    let gone = false;
    sessionBegun().then(
      (begun) => {
        if (gone) return;
        const to = begun?.customer ? (readNavigationState(state).from ?? paths.menu) : paths.signUp;
        if (begun) void navigate(to, { replace: true });
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
