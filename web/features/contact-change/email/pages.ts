/** One file for the browser: each further file that a route loads costs the first screen its name. */
export { EmailChangeCompletePage } from "./email-change-complete-page.tsx";
export { EmailChangePage } from "./email-change-page.tsx";
