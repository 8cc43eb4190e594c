import { expect, test } from "vitest";
import type { Environment } from "#infra/environment.ts";
import { userPoolTriggers } from "#infra/settings/functions.ts";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import { synthesized } from "../support/portal.ts";
import { onlyResource, ourFunctions, resourcesOf } from "../support/resources.ts";
import { complete, dev, withoutZones } from "../support/settings.ts";

const lite: Environment = { ...complete, featurePlan: "lite", threatProtection: "off" };
const moving: Environment = {
  ...complete,
  domain: {
    ...complete.domain,
    names: ["new.example.com", "portal.example.jp"],
    relyingParty: "portal.example.jp",
  },
  userPoolSchema: "existing",
};
const poolOf = (environment: Environment) =>
  onlyResource(synthesized(environment), "AWS::Cognito::UserPool").properties;
const template = synthesized();
const { properties: pool, id: poolId } = onlyResource(template, "AWS::Cognito::UserPool");

test("customers sign themselves up and in with a login ID in any case", () => {
  expect(pool).toMatchObject({
    UsernameConfiguration: { CaseSensitive: userPoolSettings.usernameCaseSensitive },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    DeletionProtection: "ACTIVE",
  });
  expect(pool.UsernameAttributes).toBeUndefined();
  expect(pool.AliasAttributes).toBeUndefined();
});

test("passwords are as strong as the settings say", () => {
  const { passwordPolicy } = userPoolSettings;
  expect(pool.Policies.PasswordPolicy).toEqual({
    MinimumLength: passwordPolicy.minimumLength,
    RequireUppercase: passwordPolicy.requireUppercase,
    RequireLowercase: passwordPolicy.requireLowercase,
    RequireNumbers: passwordPolicy.requireNumbers,
    RequireSymbols: passwordPolicy.requireSymbols,
  });
});

test("an address counts only once it is proven, at sign-up and at every change", () => {
  expect(pool.Schema).toEqual([
    ...userPoolSettings.requiredAttributes.map((Name) => ({ Name, Required: true, Mutable: true })),
    ...userPoolSettings.customAttributes.map((Name) => expect.objectContaining({ Name, Mutable: false })),
  ]);
  expect(pool.AutoVerifiedAttributes).toEqual(userPoolSettings.autoVerifiedAttributes);
  expect(pool.UserAttributeUpdateSettings).toEqual({
    AttributesRequireVerificationBeforeUpdate: userPoolSettings.attributesRequireVerificationBeforeUpdate,
  });
  expect(pool.AccountRecoverySetting).toEqual({
    RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }],
  });
});

/** As the first pool got them. Cognito changes or removes none, and refuses the update that tries. */
const attributes = [
  { Name: "email", Required: true, Mutable: true },
  {
    Name: "phoneVerification",
    AttributeDataType: "String",
    Mutable: false,
    StringAttributeConstraints: { MaxLength: "64" },
  },
];
test("neither a deployment nor a setting changes the pool's attributes", () => {
  for (const environment of [dev, complete, lite, withoutZones])
    expect(poolOf(environment).Schema).toEqual(attributes);
});

test("the template of an existing pool may leave its attributes out, and nothing else", () => {
  const { Schema: _, ...others } = poolOf(complete);
  expect(poolOf(moving)).toEqual(others);
});

test("the proof of whose account it is is written at sign-up, and no token has it", () => {
  const clients = resourcesOf(template, "AWS::Cognito::UserPoolClient").map(({ properties }) => properties);
  expect(clients.length).toBeGreaterThan(0);
  for (const { WriteAttributes, ReadAttributes } of clients) {
    expect(WriteAttributes).toEqual(["custom:phoneVerification", "email"]);
    // Cognito's default: standard attributes only.
    expect(ReadAttributes).toBeUndefined();
  }
});

test("the code comes in the settings' words, as the HTML that Cognito sends", () => {
  const { subject, text } = userPoolSettings.messages.verification;
  const message = pool.VerificationMessageTemplate;
  expect(message).toMatchObject({ DefaultEmailOption: "CONFIRM_WITH_CODE", EmailSubject: subject });
  expect(message.EmailMessage.split("<br>\n")).toEqual(text.split("\n"));
});

test("the pool calls every trigger of the settings, none of which waits for the pool", () => {
  const functionOf = (name: string) => ourFunctions(template).find((found) => found.name === name);
  const arnOf = (name: string) => ({ Ref: onlyResource(template, "AWS::Lambda::Alias", `/${name}/`).id });
  expect(pool.LambdaConfig).toEqual({
    PreSignUp: arnOf("pre-sign-up"),
    CustomMessage: arnOf("custom-message"),
    PostConfirmation: arnOf("post-confirmation"),
    PostAuthentication: arnOf("post-authentication"),
  });
  for (const name of Object.keys(userPoolTriggers)) {
    expect(JSON.stringify(functionOf(name)), name).not.toContain(poolId);
  }
});

test("the second factor is an optional app, and no role may send SMS for it", () => {
  const { mfa, devices } = userPoolSettings;
  expect(pool).toMatchObject({ MfaConfiguration: mfa.mode, EnabledMfas: mfa.factors });
  expect(pool.SmsConfiguration).toBeUndefined();
  expect(JSON.stringify(resourcesOf(template, "AWS::IAM::Role"))).not.toContain("sns:");
  expect(pool.DeviceConfiguration).toEqual({
    ChallengeRequiredOnNewDevice: devices.challengeRequiredOnNewDevice,
    DeviceOnlyRememberedOnUserPrompt: devices.deviceOnlyRememberedOnUserPrompt,
  });
});

test("the site's client is the one that the settings describe, without a secret", () => {
  const { client } = userPoolSettings;
  const { properties } = onlyResource(synthesized(complete), "AWS::Cognito::UserPoolClient", "SiteClient");
  expect(properties).toMatchObject({
    ExplicitAuthFlows: client.authFlows,
    GenerateSecret: false,
    PreventUserExistenceErrors: client.preventUserExistenceErrors ? "ENABLED" : "LEGACY",
    EnableTokenRevocation: client.enableTokenRevocation,
    IdTokenValidity: client.idTokenMinutes,
    AccessTokenValidity: client.accessTokenMinutes,
    RefreshTokenValidity: client.refreshTokenDays * 24 * 60,
    TokenValidityUnits: { IdToken: "minutes", AccessToken: "minutes", RefreshToken: "minutes" },
    AuthSessionValidity: client.authSessionMinutes,
    AllowedOAuthFlowsUserPoolClient: false,
  });
});

test("passkeys belong to the site's first name, and count as both factors", () => {
  const { properties } = onlyResource(synthesized(complete), "AWS::Cognito::UserPool");
  const { userVerification, factor } = userPoolSettings.passkeys;
  expect(properties).toMatchObject({
    Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD", "WEB_AUTHN"] } },
    WebAuthnRelyingPartyID: "portal.example.jp",
    WebAuthnUserVerification: userVerification,
    WebAuthnFactorConfiguration: factor,
  });
});

test("a passkey keeps its relying party while the site's first name changes", () => {
  expect(poolOf(moving).WebAuthnRelyingPartyID).toBe("portal.example.jp");
  const [edge] = resourcesOf(synthesized(moving), "AWS::CloudFront::Function");
  expect(edge?.properties.FunctionCode).toContain('const relatedOrigins = ["https://new.example.com"];');
});

test.each([
  ["without a domain", dev],
  ["with the plan lite", lite],
])("%s there are no passkeys", (_what, environment) => {
  const stacks = synthesized(environment);
  const { properties } = onlyResource(stacks, "AWS::Cognito::UserPool");
  expect(JSON.stringify(properties)).not.toMatch(/WebAuthn|WEB_AUTHN/);
  const { properties: client } = onlyResource(stacks, "AWS::Cognito::UserPoolClient", "SiteClient");
  expect(client.ExplicitAuthFlows).not.toContain("ALLOW_USER_AUTH");
});

test("the canary's client has one flow, which wants a signed request", () => {
  const { properties } = onlyResource(template, "AWS::Cognito::UserPoolClient", "CanaryClient");
  expect(properties).toMatchObject({
    ExplicitAuthFlows: userPoolSettings.canaryClient.authFlows,
    GenerateSecret: false,
    AllowedOAuthFlowsUserPoolClient: false,
  });
});

test("mail goes out through SES where there is a sender, else through Cognito", () => {
  const sender = onlyResource(synthesized(complete), "AWS::Cognito::UserPool").properties.EmailConfiguration;
  const name = Buffer.from("電話連携プラグイン").toString("base64");
  expect(sender).toMatchObject({
    EmailSendingAccount: "DEVELOPER",
    From: `=?UTF-8?B?${name}?= <no-reply@example.jp>`,
  });
  expect(JSON.stringify(sender.SourceArn)).toContain(":identity/example.jp");
  expect(pool.EmailConfiguration).toEqual({ EmailSendingAccount: "COGNITO_DEFAULT" });
});

test("SES sends for a subdomain by the identity of the domain above", () => {
  const { EmailConfiguration } = onlyResource(synthesized(withoutZones), "AWS::Cognito::UserPool").properties;
  expect(EmailConfiguration.From).toContain("no-reply@portal.example.jp");
  expect(JSON.stringify(EmailConfiguration.SourceArn)).toMatch(/:identity\/example\.jp"/);
});

test("feature plan and threat protection are those of the settings", () => {
  const protectedPool = onlyResource(synthesized(complete), "AWS::Cognito::UserPool").properties;
  expect(protectedPool).toMatchObject({
    UserPoolTier: "PLUS",
    UserPoolAddOns: { AdvancedSecurityMode: "ENFORCED" },
  });
  expect(pool.UserPoolTier).toBe("ESSENTIALS");
  expect(pool.UserPoolAddOns).toBeUndefined();
  const litePool = onlyResource(synthesized(lite), "AWS::Cognito::UserPool").properties;
  expect(litePool.UserPoolTier).toBe("LITE");
  expect(litePool.UserPoolAddOns).toBeUndefined();
});
