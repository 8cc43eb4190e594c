/** One file for the browser: each further file that a route loads costs the first screen its name. */
export { PasswordChangeCompletePage } from "./password-change-complete-page.tsx";
export { PasswordChangePage } from "./password-change-page.tsx";
export { PasswordForgotPage } from "./password-forgot-page.tsx";
export { PasswordResetCompletePage } from "./password-reset-complete-page.tsx";
export { PasswordResetPage } from "./password-reset-page.tsx";
