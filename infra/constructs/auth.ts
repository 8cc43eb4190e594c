import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AccountRecovery,
  type AuthFlow,
  CfnUserPool,
  ClientAttributes,
  FeaturePlan,
  type IUserPool,
  Mfa,
  PasskeyUserVerification,
  StandardThreatProtectionMode,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
  VerificationEmailStyle,
} from "aws-cdk-lib/aws-cognito";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { type Environment, hasPasskeys, relyingPartyOf } from "../environment.ts";
import { namesOf, userPoolTriggers } from "../settings/functions.ts";
import { userPoolSettings } from "../settings/user-pool.ts";
import { acknowledge } from "./acknowledge.ts";
import { type BackingServices, identityArn } from "./lambda/backing-services.ts";
import { functionLog } from "./lambda/function-stack.ts";
import { PortalFunction } from "./lambda/portal-function.ts";

/** The user pool. The browser calls it directly to sign up and sign in; the API accepts its tokens. */
export class Auth extends Construct {
  readonly userPool: IUserPool;
  readonly client: UserPoolClient;
  readonly canaryClient: UserPoolClient;

  constructor(scope: Construct, id: string, props: Environment) {
    super(scope, id);
    const adopted = props.adopted?.userPool;
    this.userPool =
      adopted === undefined ? this.createUserPool(props) : UserPool.fromUserPoolId(this, "UserPool", adopted);
    // The CDK adds the refresh flow. The flow for passkeys also takes a password, which the site never sends.
    this.client = this.createClient("SiteClient", { userSrp: true, user: hasPasskeys(props) });
    this.canaryClient = this.createClient("CanaryClient", { adminUserPassword: true });
  }

  /** For the stack's outputs. */
  get outputs(): Record<string, string> {
    return {
      UserPoolId: this.userPool.userPoolId,
      UserPoolClientId: this.client.userPoolClientId,
      CanaryClientId: this.canaryClient.userPoolClientId,
    };
  }

  /** Separate from the constructor: the triggers' environment names resources that are created after the pool. */
  addTriggers(services: BackingServices): void {
    const log = functionLog(this, "Logs");
    for (const name of namesOf(userPoolTriggers)) {
      const settings = userPoolTriggers[name];
      const { live } = new PortalFunction(this, name, { settings, services, log, isPoolTrigger: true });
      if (this.userPool instanceof UserPool)
        this.userPool.addTrigger(UserPoolOperation.of(camelCase(name)), live);
      // An adopted pool names its triggers already: the names of functions and alias stay.
      else
        live.addPermission("UserPool", {
          principal: new ServicePrincipal("cognito-idp.amazonaws.com"),
          sourceArn: this.userPool.userPoolArn,
        });
    }
  }

  private createUserPool(environment: Environment): UserPool {
    const { mail, featurePlan, threatProtection } = environment;
    const { passwordPolicy, messages, mfa } = userPoolSettings;
    const userPool = new UserPool(this, "UserPool", {
      selfSignUpEnabled: true,
      signInAliases: { username: true },
      signInCaseSensitive: userPoolSettings.usernameCaseSensitive,
      passwordPolicy: {
        minLength: passwordPolicy.minimumLength,
        requireUppercase: passwordPolicy.requireUppercase,
        requireLowercase: passwordPolicy.requireLowercase,
        requireDigits: passwordPolicy.requireNumbers,
        requireSymbols: passwordPolicy.requireSymbols,
      },
      standardAttributes: each(userPoolSettings.requiredAttributes, { required: true, mutable: true }),
      customAttributes: each(
        userPoolSettings.customAttributes,
        new StringAttribute({ mutable: false, maxLen: 64 }),
      ),
      autoVerify: each(userPoolSettings.autoVerifiedAttributes, true),
      keepOriginal: each(userPoolSettings.attributesRequireVerificationBeforeUpdate, true),
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: messages.verification.subject,
        // Cognito sends HTML mail, in which a line break is a space.
        emailBody: messages.verification.text.replaceAll("\n", "<br>\n"),
      },
      mfa: Mfa[mfa.mode],
      // SMS would need an IAM role.
      mfaSecondFactor: { sms: false, otp: mfa.factors.includes("SOFTWARE_TOKEN_MFA") },
      deviceTracking: userPoolSettings.devices,
      email: mail
        ? UserPoolEmail.withSES({ fromName: mail.name, fromEmail: mail.address })
        : UserPoolEmail.withCognito(),
      featurePlan: featurePlans[featurePlan],
      ...passkeysOf(environment),
      ...(threatProtection !== undefined &&
        threatProtection !== "off" && { standardThreatProtectionMode: protectionModes[threatProtection] }),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const resource = resourceOf(userPool);
    // The CDK takes the sender's own domain for the identity; SES also sends for the subdomains of an identity.
    if (mail) resource.addPropertyOverride("EmailConfiguration.SourceArn", identityArn(this, mail));
    // The CDK has no property for it.
    if (hasPasskeys(environment)) resource.webAuthnFactorConfiguration = userPoolSettings.passkeys.factor;
    if (environment.userPoolSchema === "existing") resource.addPropertyDeletionOverride("Schema");
    acknowledge(userPool, "MFA is the customer's choice", "AwsSolutions-COG2");
    acknowledge(
      userPool,
      "a setting, because Cognito charges for it by active user: `threatProtection` in infra/config.ts",
      "AwsSolutions-COG8",
    );
    return userPool;
  }

  private createClient(id: string, authFlows: AuthFlow): UserPoolClient {
    const { client } = userPoolSettings;
    return this.userPool.addClient(id, {
      generateSecret: false,
      disableOAuth: true,
      authFlows,
      // Without a list of its own a client writes no attribute of ours. Tokens have the standard ones only.
      writeAttributes: new ClientAttributes()
        .withStandardAttributes(each(userPoolSettings.requiredAttributes, true))
        .withCustomAttributes(...userPoolSettings.customAttributes),
      preventUserExistenceErrors: client.preventUserExistenceErrors,
      enableTokenRevocation: client.enableTokenRevocation,
      idTokenValidity: Duration.minutes(client.idTokenMinutes),
      accessTokenValidity: Duration.minutes(client.accessTokenMinutes),
      refreshTokenValidity: Duration.days(client.refreshTokenDays),
      authSessionValidity: Duration.minutes(client.authSessionMinutes),
    });
  }
}

const protectionModes = {
  audit: StandardThreatProtectionMode.AUDIT_ONLY,
  enforced: StandardThreatProtectionMode.FULL_FUNCTION,
} as const;

/** `pre-sign-up` to `preSignUp`, CloudFormation's name for the trigger. */
const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const featurePlans = {
  lite: FeaturePlan.LITE,
  essentials: FeaturePlan.ESSENTIALS,
  plus: FeaturePlan.PLUS,
} as const;

function passkeysOf(environment: Environment) {
  const passkeyRelyingPartyId = relyingPartyOf(environment);
  if (passkeyRelyingPartyId === undefined) return {};
  return {
    signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
    passkeyRelyingPartyId,
    passkeyUserVerification: userVerification[userPoolSettings.passkeys.userVerification],
  };
}

const userVerification = { required: PasskeyUserVerification.REQUIRED } as const;

function resourceOf(userPool: UserPool): CfnUserPool {
  const { defaultChild } = userPool.node;
  if (!(defaultChild instanceof CfnUserPool)) throw new Error("The user pool has no resource.");
  return defaultChild;
}

function each<K extends string, V>(names: readonly K[], value: V): { [name in K]?: V } {
  const result: { [name in K]?: V } = {};
  for (const name of names) result[name] = value;
  return result;
}
