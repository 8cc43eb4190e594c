import type { Mail } from "../mailer.ts";
import type { SignInMail } from "../outbox.ts";
import { newBrowserMail } from "./new-browser-mail.ts";
import { passwordChangedMail } from "./password-changed-mail.ts";
import { signInMethodMail } from "./sign-in-method-mail.ts";

/** A mail about signing in: its text needs only its own content. */
export function signInMail(content: SignInMail, siteUrl: string): Mail {
  switch (content.template) {
    case "password-changed":
      return passwordChangedMail(content.loginId, siteUrl);
    case "new-browser":
      return newBrowserMail(content, siteUrl);
    case "passkey-added":
    case "passkey-removed":
    case "passkeys-removed":
    case "authenticator-on":
    case "authenticator-off":
    case "authenticator-reset":
      return signInMethodMail(content, siteUrl);
  }
}
