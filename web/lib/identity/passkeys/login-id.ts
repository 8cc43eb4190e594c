/**
 * The login ID whose passkey this browser used last: Cognito needs it before it asks for a passkey. The cookie's path is not
 * /signin alone: browsers go by the address at which the page was loaded, not by the one that the router shows.
 */
import { readCookie, writeCookie } from "../../browser/cookie.ts";

const name = "passkeyLoginId";

export const passkeyLoginId = (): string | undefined => readCookie(name);
export const rememberPasskeyLoginId = (loginId: string): void => writeCookie(name, loginId);
export const forgetPasskeyLoginId = (): void => writeCookie(name, "");

/** The name of the failure when Cognito has no passkey of that login ID, or no such login ID: it does not say which. */
export const noPasskey = "NoPasskey";
