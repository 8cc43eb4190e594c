import { limits } from "#shared/limits.ts";
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { productName } from "#shared/site/product.ts";

/**
 * The user pool's settings as plain data. The CDK construct and the Cognito emulator both use them, so tests run
 * against what is deployed. Source: specification sections 5 and 9.
 */
export const userPoolSettings = {
  /** Customers sign in with the login ID alone; `Taro` and `taro` are one user. */
  usernameCaseSensitive: false,
  passwordPolicy: {
    minimumLength: 10,
    requireUppercase: true,
    requireLowercase: true,
    requireNumbers: true,
    requireSymbols: true,
  },
  requiredAttributes: ["email"],
  /** Of our own; written at sign-up only. */
  customAttributes: [phoneVerificationAttribute],
  autoVerifiedAttributes: ["email"],
  /** An unverified address never replaces the verified one. */
  attributesRequireVerificationBeforeUpdate: ["email"],
  /** An authenticator app is optional. SMS is not offered: each sign-in would cost a message. */
  mfa: { mode: "OPTIONAL", factors: ["SOFTWARE_TOKEN_MFA"] },
  /** A remembered browser is not asked for the second factor again. */
  devices: { challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: true },
  /** For a portal with a domain. A passkey with user verification counts as both factors, also beside an app. */
  passkeys: { userVerification: "required", factor: "MULTI_FACTOR_WITH_USER_VERIFICATION" },
  client: {
    /** `ALLOW_USER_AUTH` is for passkeys: a pool without passkeys omits it. */
    authFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    /** Minutes. Short, because a revoked token still passes the API's authorizer until it expires. */
    idTokenMinutes: 15,
    accessTokenMinutes: 15,
    refreshTokenDays: limits.sessionDays,
    /** Minutes that a sign-in challenge may stay unanswered. */
    authSessionMinutes: 3,
  },
  /** The canary's app client: like the site's, with one flow, which requires a signed request. */
  canaryClient: { authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"] },
  /**
   * The mail for which `functions/triggers/custom-message.ts` has no text. Cognito replaces `{####}` by the code and
   * sends HTML.
   */
  messages: {
    verification: {
      subject: `【${productName.short}】メールアドレス認証コードのお知らせ`,
      text: [
        `${productName.full}をご利用いただき、ありがとうございます。`,
        "",
        "メールアドレスの認証コードは {####} です。",
        "画面の入力欄にこのコードを入力してください。",
        "",
        "このメールにお心当たりがない場合は、破棄してくださいますようお願いいたします。",
      ].join("\n"),
    },
  },
} as const;
