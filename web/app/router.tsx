import { Navigate, Route, Routes } from "react-router-dom";
import { ErrorPage } from "../features/error/error-page.tsx";
import { SignInPage } from "../features/sign-in/sign-in-page.tsx";
import { lazyPage } from "./lazy-page.ts";
import { paths } from "./paths.ts";
import { RequireSignIn } from "./require-sign-in.tsx";
import { ScreenBoundary } from "./screen-boundary.tsx";

const SignUpPage = lazyPage(() => import("../features/sign-up/sign-up-page.tsx"));
const SignUpCompletePage = lazyPage(() => import("../features/sign-up/sign-up-complete-page.tsx"));
const SignInChallengePage = lazyPage(() => import("../features/sign-in/sign-in-challenge-page.tsx"));
const MenuPage = lazyPage(() => import("../features/menu/menu-page.tsx"));
const PluginDownloadPage = lazyPage(() => import("../features/downloads/plugin-download-page.tsx"));
const ManualDownloadPage = lazyPage(() => import("../features/downloads/manual-download-page.tsx"));
const UpgradePage = lazyPage(() => import("../features/upgrade/upgrade-page.tsx"));
const UpgradePaymentPage = lazyPage(() => import("../features/upgrade/return/upgrade-payment-page.tsx"));
const UpgradeCompletePage = lazyPage(() => import("../features/upgrade/upgrade-complete-page.tsx"));

/** Every screen at its path (specification section 2). */
export function Router() {
  return (
    <ScreenBoundary>
      <Routes>
        <Route path={paths.signUp} element={<SignUpPage />} />
        <Route path={paths.signUpComplete} element={<SignUpCompletePage />} />
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path={paths.signInChallenge} element={<SignInChallengePage />} />
        <Route element={<RequireSignIn />}>
          <Route path={paths.menu} element={<MenuPage />} />
          <Route path={paths.pluginDownload} element={<PluginDownloadPage />} />
          <Route path={paths.manualDownload} element={<ManualDownloadPage />} />
          <Route path={paths.upgrade} element={<UpgradePage />} />
          <Route path={paths.upgradeComplete} element={<UpgradeCompletePage />} />
        </Route>
        <Route path={paths.upgradePayment} element={<UpgradePaymentPage />} />
        <Route path={paths.redirect} element={<Navigate to={paths.menu} replace />} />
        <Route path="*" element={<ErrorPage />} />
      </Routes>
    </ScreenBoundary>
  );
}
