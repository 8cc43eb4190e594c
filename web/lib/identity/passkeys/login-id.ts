/**
 * The login ID of the passkey that this browser used last, because Cognito needs it before it returns a
 * passkey challenge. The cookie's path is /, because browsers send cookies by the address at which the page
 * was loaded, not by the router's.
 */
import { readCookie, writeCookie } from "../../browser/cookie.ts";

const name = "passkeyLoginId";

export const passkeyLoginId = (): string | undefined => readCookie(name);
export const rememberPasskeyLoginId = (loginId: string): void => writeCookie(name, loginId);
export const forgetPasskeyLoginId = (): void => writeCookie(name, "");

/**
 * The error `code` if Cognito has no passkey for the login ID, or does not know the login ID: it does not say which.
 */
export const noPasskey = "NoPasskey";
