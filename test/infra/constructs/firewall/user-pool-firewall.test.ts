import { expect, test } from "vitest";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const template = synthesized(complete);
const acl = onlyResource(template, "AWS::WAFv2::WebACL", "UserPoolFirewall");
const arn = { "Fn::GetAtt": [acl.id, "Arn"] };
const [signInRate, userPoolRate, ...others] = acl.properties.Rules;

test("the user pool has a web ACL of its own, which logs what it blocks", () => {
  const pool = onlyResource(template, "AWS::Cognito::UserPool");
  const association = onlyResource(template, "AWS::WAFv2::WebACLAssociation");
  const log = onlyResource(template, "AWS::WAFv2::LoggingConfiguration", "UserPoolFirewall");
  expect(acl.properties).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
  expect(association.properties).toEqual({
    ResourceArn: { "Fn::GetAtt": [pool.id, "Arn"] },
    WebACLArn: arn,
  });
  expect(log.properties).toMatchObject({
    ResourceArn: arn,
    LoggingFilter: { DefaultBehavior: "DROP" },
  });
});

test("an address has a limit for all calls, and a lower one for mails and passwords", () => {
  const { signInPerAddress, userPoolPerAddress } = complete.traffic;
  const blocks = { Block: {} };
  expect(userPoolRate).toMatchObject({
    Action: blocks,
    Statement: { RateBasedStatement: { Limit: userPoolPerAddress, AggregateKeyType: "IP" } },
  });
  expect(userPoolRate.Statement.RateBasedStatement.ScopeDownStatement).toBeUndefined();
  expect(signInRate).toMatchObject({
    Action: blocks,
    Statement: { RateBasedStatement: { Limit: signInPerAddress, AggregateKeyType: "IP" } },
  });
  expect(others).toEqual([]);
  expect(signInPerAddress).toBeLessThan(userPoolPerAddress);
});

interface Condition {
  RegexMatchStatement: {
    FieldToMatch: { SingleHeader: { Name: string } };
    RegexString: string;
    TextTransformations: { Type: string }[];
  };
}
const conditions: Condition[] =
  signInRate.Statement.RateBasedStatement.ScopeDownStatement.OrStatement.Statements;

/** Whether the lower limit counts a call with that header. */
const counts = (header: string, value: string): boolean =>
  conditions.some(({ RegexMatchStatement: { FieldToMatch, RegexString, TextTransformations } }) => {
    expect(TextTransformations.map(({ Type }) => Type)).toEqual(["LOWERCASE"]);
    return FieldToMatch.SingleHeader.Name === header && new RegExp(RegexString).test(value.toLowerCase());
  });

test.each([
  ["SignUp", true],
  ["ResendConfirmationCode", true],
  ["ForgotPassword", true],
  ["InitiateAuth", true],
  ["UpdateUserAttributes", true],
  ["GetUserAttributeVerificationCode", true],
  ["ConfirmSignUp", false],
  ["ConfirmForgotPassword", false],
  ["GetTokensFromRefreshToken", false],
  ["GetUser", false],
])("the lower limit counts %s: %s", (operation, expected) => {
  expect(counts("x-amz-target", `AWSCognitoIdentityProviderService.${operation}`)).toBe(expected);
  expect(counts("x-amzn-cognito-operation-name", operation)).toBe(expected);
  expect(counts("user-agent", operation)).toBe(false);
});
