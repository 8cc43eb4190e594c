/** Adopted resources replace those of the stacks, and no stack changes or deletes them. */
import { expect, test } from "vitest";
import type { Environment } from "#infra/environment.ts";
import { userPoolTriggers } from "#infra/settings/functions.ts";
import { synthesized } from "./support/portal.ts";
import { onlyResource, ourFunctions, resourcesOf, statementsOf } from "./support/resources.ts";
import { complete } from "./support/settings.ts";

const key = "arn:aws:kms:ap-northeast-1:123456789012:key/0a1b2c3d";
const userPool = "ap-northeast-1_Adopted";
const adopting: Environment = {
  ...complete,
  adopted: { table: "Retained", key, userPool, mailIdentity: { configurationSet: "Portal-prod" } },
};
const template = synthesized(adopting);
const poolArn = {
  "Fn::Join": [
    "",
    ["arn:aws:cognito-idp:ap-northeast-1:", { Ref: "AWS::AccountId" }, `:userpool/${userPool}`],
  ],
};

test.each(["Cognito::UserPool", "KMS::Key", "SES::EmailIdentity", "SES::ConfigurationSet"])(
  "no %s is created",
  (type) => {
    expect(resourcesOf(synthesized(complete), `AWS::${type}`)).toHaveLength(1);
    expect(resourcesOf(template, `AWS::${type}`)).toEqual([]);
  },
);

test("no record of the mail's domain is written, those of the site are", () => {
  const types = resourcesOf(template, "AWS::Route53::RecordSet").map(({ properties }) => properties.Type);
  expect(types).toEqual(["A", "AAAA"]);
});

test("the functions' settings and roles have the adopted table, key and pool", () => {
  const postUser = ourFunctions(template).find(({ name }) => name === "post-user");
  expect(postUser?.properties.Environment.Variables).toMatchObject({
    TABLE_NAME: "Retained",
    KEY_ID: key,
    USER_POOL_ID: userPool,
  });
  const statements = statementsOf(template, postUser?.properties.Role["Fn::GetAtt"][0]);
  const resourceFor = (action: RegExp) =>
    statements.filter(({ Action }) => action.test(String(Action))).map(({ Resource }) => Resource);
  expect(resourceFor(/^kms:/)).toEqual([key]);
  expect(resourceFor(/^cognito-idp:/)).toEqual([poolArn]);
  for (const table of resourceFor(/^dynamodb:/)) expect(JSON.stringify(table)).toContain(":table/Retained");
  // The stack's own table stays.
  expect(resourcesOf(template, "AWS::DynamoDB::Table")).toHaveLength(1);
  expect(template.toJSON().Outputs.TableName.Value).toBe("Retained");
  expect(onlyResource(template, "AWS::KMS::Alias").properties).toEqual({
    AliasName: "alias/Portal-prod/customer-secrets",
    TargetKeyId: key,
  });
});

test("the adopted pool gets the clients and the firewall, and may call the triggers", () => {
  const clients = resourcesOf(template, "AWS::Cognito::UserPoolClient");
  expect(clients.map(({ id }) => id)).toEqual(
    resourcesOf(synthesized(complete), "AWS::Cognito::UserPoolClient").map(({ id }) => id),
  );
  for (const { properties } of clients) expect(properties.UserPoolId).toBe(userPool);
  const association = onlyResource(template, "AWS::WAFv2::WebACLAssociation").properties;
  expect(association.ResourceArn).toEqual(poolArn);
  for (const name of Object.keys(userPoolTriggers)) {
    const trigger = ourFunctions(template).find((each) => each.name === name);
    expect(trigger?.properties.FunctionName).toBe(`Portal-prod-${name}`);
    const live = onlyResource(template, "AWS::Lambda::Alias", `/${name}/`);
    expect(live.properties).toMatchObject({ FunctionName: { Ref: trigger?.id }, Name: "live" });
    const permission = resourcesOf(template, "AWS::Lambda::Permission").find(
      ({ properties }) => properties.FunctionName.Ref === live.id,
    );
    expect(permission?.properties).toMatchObject({
      Action: "lambda:InvokeFunction",
      Principal: "cognito-idp.amazonaws.com",
      SourceArn: poolArn,
    });
  }
});
