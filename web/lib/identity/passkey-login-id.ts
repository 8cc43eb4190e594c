/** Whose passkey this browser used last, on /signin alone: Cognito needs the login ID before it asks for a passkey. */
import { readCookie, writeCookie } from "../cookie.ts";

const name = "passkeyLoginId";
const path = "/signin";

export const passkeyLoginId = (): string | undefined => readCookie(name);
export const rememberPasskeyLoginId = (loginId: string): void => writeCookie(name, loginId, path);
export const forgetPasskeyLoginId = (): void => writeCookie(name, "", path);
