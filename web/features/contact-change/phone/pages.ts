/** One file for the browser: each further file that a route loads costs the first screen its name. */
export { PhoneChangeCompletePage } from "./phone-change-complete-page.tsx";
export { PhoneChangePage } from "./phone-change-page.tsx";
