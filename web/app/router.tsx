import { Navigate, Route, Routes } from "react-router-dom";
import { ErrorPage } from "../features/error/error-page.tsx";
import { SignInPage } from "../features/sign-in/sign-in-page.tsx";
import { paths } from "../routes/paths.ts";
import { lazyPage, lazyPageOf } from "./lazy-page.ts";
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
const UpdatePage = lazyPage(() => import("../features/update/update-page.tsx"));
const UpdateCompletePage = lazyPage(() => import("../features/update/update-complete-page.tsx"));
const UpgradeCompletePage = lazyPage(() => import("../features/upgrade/upgrade-complete-page.tsx"));
const passwordPages = () => import("../features/password/pages.ts");
const PasswordChangePage = lazyPageOf(passwordPages, "PasswordChangePage");
const PasswordChangeCompletePage = lazyPageOf(passwordPages, "PasswordChangeCompletePage");
const PasswordForgotPage = lazyPageOf(passwordPages, "PasswordForgotPage");
const PasswordResetPage = lazyPageOf(passwordPages, "PasswordResetPage");
const PasswordResetCompletePage = lazyPageOf(passwordPages, "PasswordResetCompletePage");
const emailPages = () => import("../features/contact-change/email/pages.ts");
const EmailChangePage = lazyPageOf(emailPages, "EmailChangePage");
const EmailChangeCompletePage = lazyPageOf(emailPages, "EmailChangeCompletePage");
const phonePages = () => import("../features/contact-change/phone/pages.ts");
const PhoneChangePage = lazyPageOf(phonePages, "PhoneChangePage");
const PhoneChangeCompletePage = lazyPageOf(phonePages, "PhoneChangeCompletePage");

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
          <Route path={paths.update} element={<UpdatePage />} />
          <Route path={paths.updateComplete} element={<UpdateCompletePage />} />
          <Route path={paths.emailChange} element={<EmailChangePage />} />
          <Route path={paths.emailChangeComplete} element={<EmailChangeCompletePage />} />
          <Route path={paths.phoneChange} element={<PhoneChangePage />} />
          <Route path={paths.phoneChangeComplete} element={<PhoneChangeCompletePage />} />
        </Route>
        <Route path={paths.passwordChange} element={<PasswordChangePage />} />
        <Route path={paths.passwordChangeComplete} element={<PasswordChangeCompletePage />} />
        <Route path={paths.passwordForgot} element={<PasswordForgotPage />} />
        <Route path={paths.passwordReset} element={<PasswordResetPage />} />
        <Route path={paths.passwordResetComplete} element={<PasswordResetCompletePage />} />
        <Route path={paths.upgradePayment} element={<UpgradePaymentPage />} />
        <Route path={paths.redirect} element={<Navigate to={paths.menu} replace />} />
        <Route path="*" element={<ErrorPage />} />
      </Routes>
    </ScreenBoundary>
  );
}
