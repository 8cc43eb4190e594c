import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ComponentType, useEffect, useState } from "react";
import {
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "react-router-dom";
import { isTooOld, tooOldSentence } from "#shared/site/browsers.ts";
import { type CustomerPath, customerPaths, type Path, paths } from "#shared/site/paths.ts";
import { ErrorPage } from "#web/features/error/error-page.tsx";
import { SignInPage } from "#web/features/sign-in/sign-in-page.tsx";
import { Page } from "#web/layout/page.tsx";
import { type NavigationState, returnableAddress } from "#web/lib/navigation/navigation-state.ts";
import { BuiltPageScroll, scrollKey, useLateScroll } from "#web/lib/navigation/use-late-scroll.ts";
import { connectionMessages } from "#web/lib/net/connection-error.ts";
import { isNotLoaded, loadScreen, mayReload, registerScreen, reloadOnce } from "#web/lib/net/load-screen.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { Notices } from "./notices/notices.tsx";

/** Shown if a screen's file cannot be loaded. The address stays, so a reload shows the screen and its draft. */
function NotLoaded() {
  return (
    <Page header="logo" title="画面を読み込めませんでした">
      <Typography>{isTooOld() ? tooOldSentence : connectionMessages["not-loaded"]}</Typography>
      <Button onClick={() => window.location.reload()}>再読み込み</Button>
    </Page>
  );
}

/** Shows errors of screens. Reloads once for a missing file, which a newer version of the site may have replaced. */
function ScreenError() {
  const error = useRouteError();
  const [reloads] = useState(() => mayReload(error));
  useEffect(() => {
    if (reloads) return reloadOnce();
    console.error(isNotLoaded(error) ? error.cause : error);
  }, [reloads, error]);
  if (reloads) return null;
  return isNotLoaded(error) ? <NotLoaded /> : <ErrorPage error={error} />;
}

/** The layout of all screens. */
function Root() {
  useLateScroll();
  return (
    <>
      <Outlet />
      <BuiltPageScroll />
      <ScrollRestoration getKey={scrollKey} />
      <Notices />
    </>
  );
}

/** Also shown for links that are opened in another tab, because each tab has its own session storage. */
const message = "このタブではログインしていません。";

/** Redirects to /signin without a loginId in session storage. */
function RequireSignIn() {
  const address = useLocation();
  if (tabStorage.read("loginId")) return <Outlet />;
  const from = returnableAddress(address);
  const state: NavigationState = from
    ? { from, message: `${message}ログインすると、ページを表示します。` }
    : { message: `${message}ログインしてください。` };
  return <Navigate to={paths.signIn} replace state={state} />;
}

type Load = () => Promise<{ default: ComponentType }>;

const lazily = (load: Load) => async () => ({ Component: (await loadScreen(load)).default });

/** A route whose file is loaded when it is first shown. */
const screen = (path: Path, load: Load): RouteObject => ({ path, lazy: lazily(load) });

const loadCompleted = () => import("#web/features/completed/completed-page.tsx");
const loadDownloads = () => import("#web/features/downloads/download-page.tsx");

const publicScreens: RouteObject[] = [
  screen(paths.signUp, () => import("#web/features/sign-up/sign-up-page.tsx")),
  screen(paths.signUpComplete, () => import("#web/features/sign-up/sign-up-complete-page.tsx")),
  screen(paths.signInChallenge, () => import("#web/features/sign-in/sign-in-challenge-page.tsx")),
  screen(paths.passwordChangeComplete, loadCompleted),
  screen(paths.passwordForgot, () => import("#web/features/password/password-forgot-page.tsx")),
  screen(paths.loginIdForgot, () => import("#web/features/password/login-id-forgot-page.tsx")),
  screen(paths.passwordReset, () => import("#web/features/password/password-reset-page.tsx")),
  screen(paths.passwordResetComplete, loadCompleted),
  screen(paths.upgradePayment, () => import("#web/features/upgrade/upgrade-payment-page.tsx")),
  screen(paths.quote, () => import("#web/features/quote/quote-page.tsx")),
  screen(paths.unsubscribe, () => import("#web/features/unsubscribe/unsubscribe-page.tsx")),
  screen(paths.unsubscribeCopies, () => import("#web/features/unsubscribe/unsubscribe-page.tsx")),
  screen(paths.leaveComplete, loadCompleted),
];

const customerScreens: Readonly<Record<CustomerPath, Load>> = {
  [paths.menu]: () => import("#web/features/menu/menu-page.tsx"),
  [paths.pluginDownload]: loadDownloads,
  [paths.manualDownload]: loadDownloads,
  [paths.upgrade]: () => import("#web/features/upgrade/upgrade-page.tsx"),
  [paths.upgradeComplete]: () => import("#web/features/upgrade/upgrade-complete-page.tsx"),
  [paths.contract]: () => import("#web/features/contract/contract-page.tsx"),
  [paths.leave]: () => import("#web/features/leave/leave-page.tsx"),
  [paths.update]: () => import("#web/features/update/update-page.tsx"),
  [paths.updateComplete]: () => import("#web/features/update/update-complete-page.tsx"),
  [paths.security]: () => import("#web/features/security/security-page.tsx"),
  [paths.licence]: () => import("#web/features/licence/licence-page.tsx"),
  [paths.guide]: () => import("#web/features/guide/guide-page.tsx"),
  [paths.emailChange]: () => import("#web/features/contact-change/email-change-page.tsx"),
  [paths.emailChangeComplete]: loadCompleted,
  [paths.phoneChange]: () => import("#web/features/contact-change/phone-change-page.tsx"),
  [paths.phoneChangeComplete]: loadCompleted,
};

const loadAccount = () => loadScreen(() => import("./account.tsx"));

/** Starts a screen's calls while its code loads. If that fails, the screen starts them. */
function startCalls(path: CustomerPath): null {
  import("./early-calls.ts").then(
    ({ startEarlyCalls }) => startEarlyCalls(path),
    () => {},
  );
  return null;
}

const customerRoutes = customerPaths.map((path): RouteObject => {
  const load = customerScreens[path];
  registerScreen(path, () => Promise.all([loadAccount(), load()]));
  return { ...screen(path, load), loader: () => startCalls(path), shouldRevalidate: () => false };
});

/** The routes of all screens (specification section 2), for the browser's router and the static one. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ScreenError,
    children: [
      { path: paths.signIn, Component: SignInPage },
      { path: paths.redirect, element: <Navigate to={paths.menu} replace /> },
      {
        lazy: async () => ({ Component: (await loadAccount()).QueryProvider }),
        children: [
          ...publicScreens,
          {
            lazy: async () => ({ Component: (await loadAccount()).CustomerFrame }),
            children: [
              // This screen shows signed-out visitors a message of its own (specification section 2).
              screen(paths.passwordChange, () => import("#web/features/password/password-change-page.tsx")),
              { Component: RequireSignIn, children: customerRoutes },
            ],
          },
        ],
      },
      { path: paths.error, Component: ErrorPage },
      {
        path: "*",
        element: <ErrorPage title="ページが見つかりません" reason="アドレスをご確認ください。" />,
      },
    ],
  },
];
