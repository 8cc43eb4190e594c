/** The part of a user pool that its owner chooses: `userPoolSettings` of infra, with room for other values. */
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
  autoVerifiedAttributes: readonly string[];
  attributesRequireVerificationBeforeUpdate: readonly string[];
  client: {
    /** `ALLOW_USER_SRP_AUTH` and so on: ExplicitAuthFlows of an app client. */
    authFlows: readonly string[];
    preventUserExistenceErrors: boolean;
    enableTokenRevocation: boolean;
    idTokenMinutes: number;
    accessTokenMinutes: number;
    refreshTokenDays: number;
    authSessionMinutes: number;
  };
  messages: { verification: { subject: string; text: string } };
}
