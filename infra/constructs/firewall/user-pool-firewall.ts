import type { IUserPool } from "aws-cdk-lib/aws-cognito";
import { type CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { rate, WebAcl } from "./web-acl.ts";

interface UserPoolFirewallProps {
  environment: Environment;
  userPool: IUserPool;
}

/**
 * AWS WAF web ACL for the user pool, which browsers call directly. It sees the operation, not who signs in: Cognito withholds
 * names, passwords and addresses. To a blocked call Cognito answers `ForbiddenException`, which the site has messages for.
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
        rate("sign-in-rate", {
          limit: traffic.signInPerAddress,
          scopeDownStatement: sendsMailOrTriesPassword,
        }),
        rate("user-pool-rate", { limit: traffic.userPoolPerAddress }),
      ],
    });
    new CfnWebACLAssociation(this, "Association", { resourceArn: userPool.userPoolArn, webAclArn: arn });
  }
}

/** In lower case. A password is tried in `RespondToAuthChallenge`, but each try begins with `InitiateAuth`. */
const operations = [
  "signup",
  "resendconfirmationcode",
  "forgotpassword",
  "initiateauth",
  "updateuserattributes",
  "getuserattributeverificationcode",
];

const operationIn = (header: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: header } },
    // The caller's header also has the service's name: `AWSCognitoIdentityProviderService.SignUp`.
    regexString: `(^|\\.)(${operations.join("|")})$`,
    textTransformations: [{ type: "LOWERCASE", priority: 0 }],
  },
});

/** The second header is Cognito's own: it names the operation however the caller spelt it. */
const sendsMailOrTriesPassword: CfnWebACL.StatementProperty = {
  orStatement: { statements: [operationIn("x-amz-target"), operationIn("x-amzn-cognito-operation-name")] },
};
