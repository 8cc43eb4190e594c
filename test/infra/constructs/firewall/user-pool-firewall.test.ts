import * as sdk from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { operations } from "#scripts/local/emulators/cognito/operations/index.ts";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const template = synthesized(complete);
const acl = onlyResource(template, "AWS::WAFv2::WebACL", "UserPoolFirewall");
const arn = { "Fn::GetAtt": [acl.id, "Arn"] };
const [unused, signInRate, userPoolRate, ...others] = acl.properties.Rules;

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
interface Statement {
  OrStatement: { Statements: Condition[] };
}
const ofLowerLimit: Statement = signInRate.Statement.RateBasedStatement.ScopeDownStatement;

/** Whether the statement is true of a call with that header. */
const isTrueOf = ({ OrStatement }: Statement, header: string, value: string): boolean =>
  OrStatement.Statements.some(
    ({ RegexMatchStatement: { FieldToMatch, RegexString, TextTransformations } }) => {
      expect(TextTransformations.map(({ Type }) => Type)).toEqual(["LOWERCASE"]);
      return FieldToMatch.SingleHeader.Name === header && new RegExp(RegexString).test(value.toLowerCase());
    },
  );

test.each([
  ...["SignUp", "ResendConfirmationCode", "ForgotPassword", "InitiateAuth", "UpdateUserAttributes"].map(
    (each) => [each, true] as const,
  ),
  ...["ConfirmSignUp", "GetTokensFromRefreshToken", "GetUser"].map((each) => [each, false] as const),
])("the lower limit counts %s: %s", (operation, expected) => {
  expect(isTrueOf(ofLowerLimit, "x-amz-target", `AWSCognitoIdentityProviderService.${operation}`)).toBe(
    expected,
  );
  expect(isTrueOf(ofLowerLimit, "x-amzn-cognito-operation-name", operation)).toBe(expected);
  expect(isTrueOf(ofLowerLimit, "user-agent", operation)).toBe(false);
});

test("an operation that needs no AWS credentials is one that the site uses, or blocked", () => {
  const { httpAuthSchemeProvider } = new sdk.CognitoIdentityProviderClient({ region: "ap-northeast-1" })
    .config;
  const open = Object.keys(sdk)
    .filter((name) => /^[A-Z]\w+Command$/.test(name))
    .map((name) => name.replace(/Command$/, ""))
    .filter((operation) =>
      httpAuthSchemeProvider({ operation, region: "ap-northeast-1" }).some(
        ({ schemeId }) => schemeId === "smithy.api#noAuth",
      ),
    );
  expect(open.length).toBeGreaterThan(30);
  expect(unused.Action).toEqual({ Block: {} });
  const isBlocked = (operation: string): boolean => {
    const target = `AWSCognitoIdentityProviderService.${operation}`;
    const blocked = isTrueOf(unused.Statement, "x-amz-target", target);
    expect(isTrueOf(unused.Statement, "x-amzn-cognito-operation-name", operation)).toBe(blocked);
    return blocked;
  };
  // The local Cognito answers what the site asks.
  expect(open.filter(isBlocked)).toEqual(open.filter((operation) => !operations.has(operation)));
  expect(isBlocked("DeleteUser")).toBe(true);
});
