import { Navigate, Outlet, useLocation } from "react-router-dom";
import { session } from "#web/lib/session.ts";
import { type NavigationState, returnablePath } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";

/** Also for whoever opened a link in another tab: session storage is a tab's own. */
const notice = "このタブではログインしていません。";

/** Screens of a signed-in customer: without a loginId in session storage the person goes to /signin. */
export function RequireSignIn() {
  const { pathname } = useLocation();
  if (session.read("loginId")) return <Outlet />;
  const from = returnablePath(pathname);
  const state: NavigationState = from
    ? { from, notice: `${notice}ログインすると、ページを表示します。` }
    : { notice: `${notice}ログインしてください。` };
  return <Navigate to={paths.signIn} replace state={state} />;
}
