import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AccountRecovery,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  VerificationEmailStyle,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { SiteConfig } from "../../shared/site-config.ts";
import type { Mail } from "../config.ts";
import { userPoolTriggers } from "../settings/functions.ts";
import { userPoolSettings } from "../settings/user-pool.ts";
import { PortalFunction } from "./portal-function.ts";

interface AuthProps {
  mail: Mail | undefined;
}

/** Customers' accounts. The browser signs up and in here directly; the API trusts this pool's tokens. */
export class Auth extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Where the browser reaches the pool. */
  readonly origin: string;
  readonly siteConfig: Omit<SiteConfig, "price">;

  constructor(scope: Construct, id: string, { mail }: AuthProps) {
    super(scope, id);
    const { region } = Stack.of(this);
    this.userPool = this.createUserPool(mail);
    this.client = this.createClient();
    this.origin = `https://cognito-idp.${region}.amazonaws.com`;
    this.siteConfig = {
      region,
      userPoolId: this.userPool.userPoolId,
      userPoolClientId: this.client.userPoolClientId,
    };
  }

  private createUserPool(mail: Mail | undefined): UserPool {
    const { passwordPolicy, messages } = userPoolSettings;
    const preSignUp = new PortalFunction(this, "PreSignUp", { settings: userPoolTriggers["pre-sign-up"] });
    return new UserPool(this, "UserPool", {
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
      autoVerify: each(userPoolSettings.autoVerifiedAttributes, true),
      keepOriginal: each(userPoolSettings.attributesRequireVerificationBeforeUpdate, true),
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: messages.verification.subject,
        // Cognito sends HTML, where a bare line break is a space.
        emailBody: messages.verification.text.replaceAll("\n", "<br>\n"),
      },
      email: senderOf(mail),
      lambdaTriggers: { preSignUp: preSignUp.lambda },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private createClient(): UserPoolClient {
    const { client } = userPoolSettings;
    return this.userPool.addClient("SiteClient", {
      generateSecret: false,
      disableOAuth: true,
      // Refreshing is always allowed; no flow that shows us or Cognito's API the password itself.
      authFlows: { userSrp: true },
      preventUserExistenceErrors: client.preventUserExistenceErrors,
      enableTokenRevocation: client.enableTokenRevocation,
      idTokenValidity: Duration.minutes(client.idTokenMinutes),
      accessTokenValidity: Duration.minutes(client.accessTokenMinutes),
      refreshTokenValidity: Duration.days(client.refreshTokenDays),
      authSessionValidity: Duration.minutes(client.authSessionMinutes),
    });
  }
}

/** Cognito's own sender is for trying things out: it stops at 50 mails a day. */
function senderOf(mail: Mail | undefined): UserPoolEmail {
  if (!mail) return UserPoolEmail.withCognito();
  return UserPoolEmail.withSES({
    fromName: mail.name,
    fromEmail: mail.address,
    ...(mail.identity !== mail.address && { sesVerifiedDomain: mail.identity }),
  });
}

function each<K extends string, V>(names: readonly K[], value: V): { [name in K]?: V } {
  const result: { [name in K]?: V } = {};
  for (const name of names) result[name] = value;
  return result;
}
