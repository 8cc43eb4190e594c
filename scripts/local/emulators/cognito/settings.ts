/**
 * The part of a user pool that its owner chooses: `userPoolSettings` of infra, with room for other values. Always as the portal has
 * them: existence is hidden, tokens can be revoked, a new address is proven first, a browser is remembered when its user says so.
 */
import type { Factor } from "./records/user.ts";

export interface UserPoolSettings {
  usernameCaseSensitive: boolean;
  passwordPolicy: {
    minimumLength: number;
    requireUppercase: boolean;
    requireLowercase: boolean;
    requireNumbers: boolean;
    requireSymbols: boolean;
  };
  requiredAttributes: readonly string[];
  /** Names without `custom:`. Written at sign-up, and never again. */
  customAttributes?: readonly string[];
  mfa: { mode: "OPTIONAL" | "ON"; factors: readonly Factor[] };
  /** Without it the pool does not track devices. */
  devices?: {
    /** A remembered device stands in for the second factor. */
    challengeRequiredOnNewDevice: boolean;
  };
  /** SignInPolicy and WebAuthnConfiguration. Without it nobody has passkeys. */
  passkeys?: {
    userVerification: "required" | "preferred";
    factor: "SINGLE_FACTOR" | "MULTI_FACTOR_WITH_USER_VERIFICATION";
  };
  client: {
    /** `ALLOW_USER_SRP_AUTH` and so on: ExplicitAuthFlows of an app client. */
    authFlows: readonly string[];
    idTokenMinutes: number;
    accessTokenMinutes: number;
    refreshTokenDays: number;
    authSessionMinutes: number;
  };
  canaryClient?: { authFlows: readonly string[] };
  messages: { verification: { subject: string; text: string } };
}
