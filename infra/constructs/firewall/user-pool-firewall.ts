import type { IUserPool } from "aws-cdk-lib/aws-cognito";
import { type CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { rate, visibility, WebAcl } from "./web-acl.ts";

interface UserPoolFirewallProps {
  environment: Environment;
  userPool: IUserPool;
}

/**
 * AWS WAF web ACL for the user pool, which browsers call directly. It sees the operation, not who signs in: Cognito
 * withholds names, passwords and addresses. To a blocked call Cognito answers `ForbiddenException`, which the site has
 * messages for.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, { environment, userPool }: UserPoolFirewallProps) {
    super(scope, id);
    const { traffic, firewall } = environment;
    if (!firewall) return;
    const { arn } = new WebAcl(this, "Default", {
      scope: "REGIONAL",
      rules: [
        {
          name: "unused-operations",
          action: { block: {} },
          visibilityConfig: visibility("unused-operations"),
          statement: asksFor(unused),
        },
        rate("sign-in-rate", {
          limit: traffic.signInPerAddress,
          scopeDownStatement: asksFor(mailsAndPasswords),
        }),
        rate("user-pool-rate", { limit: traffic.userPoolPerAddress }),
      ],
    });
    new CfnWebACLAssociation(this, "Association", { resourceArn: userPool.userPoolArn, webAclArn: arn });
  }
}

/**
 * Operations that the site does not use, and a stolen access token permits. `DeleteUser` would leave a paid contract
 * that nobody can end, `DeleteUserAttributes` an account without its address. `GetUserAttributeVerificationCode` mails
 * to any address that the user pool holds, also one that `custom-message` refused.
 */
const unused = [
  "DeleteUser",
  "DeleteUserAttributes",
  "GetDevice",
  "GetUserAttributeVerificationCode",
  "GetUserAuthFactors",
  "ListUserSessions",
  "RevokeUserSession",
  "SetUserSettings",
  "UpdateAuthEventFeedback",
];

/** A password is tried in `RespondToAuthChallenge`, but each try begins with `InitiateAuth`. */
const mailsAndPasswords = [
  "SignUp",
  "ResendConfirmationCode",
  "ForgotPassword",
  "InitiateAuth",
  "UpdateUserAttributes",
];

/** The second header is Cognito's own: it names the operation however the caller spelt it. */
function asksFor(operations: readonly string[]): CfnWebACL.StatementProperty {
  const names = operations.join("|").toLowerCase();
  const isNamedIn = (header: string): CfnWebACL.StatementProperty => ({
    regexMatchStatement: {
      fieldToMatch: { singleHeader: { Name: header } },
      // The caller's header also has the service's name: `AWSCognitoIdentityProviderService.SignUp`.
      regexString: `(^|\\.)(${names})$`,
      textTransformations: [{ type: "LOWERCASE", priority: 0 }],
    },
  });
  return { orStatement: { statements: ["x-amz-target", "x-amzn-cognito-operation-name"].map(isNamedIn) } };
}
