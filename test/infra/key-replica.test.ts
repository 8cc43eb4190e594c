/** With a replica the customers' key works in a second region. Without the setting it is the key that it always was. */
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { portalApp, synthesized } from "./support/portal.ts";
import { onlyResource } from "./support/resources.ts";
import { complete } from "./support/settings.ts";

const replicated = { ...complete, backups: { keyReplicaRegion: "ap-northeast-3" } };
const { app, stacks } = portalApp(replicated);
const keyOf = (environment: typeof complete) => onlyResource(synthesized(environment), "AWS::KMS::Key");

test("the replica is in its region, of this key, and outlives its stack", () => {
  app.synth();
  const { replica } = stacks;
  expect(replica).toMatchObject({
    region: "ap-northeast-3",
    stackName: "Portal-prod-Replica",
    terminationProtection: true,
  });
  expect(replica?.dependencies.map(({ stackName }) => stackName)).toEqual(["Portal-prod-Data"]);
  expect(onlyResource(synthesized(replicated), "AWS::KMS::ReplicaKey")).toMatchObject({
    properties: { PrimaryKeyArn: { "Fn::GetAtt": [keyOf(replicated).id, "Arn"] } },
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
});

test("the replica's policy is that of the key", () => {
  const { KeyPolicy } = onlyResource(synthesized(replicated), "AWS::KMS::ReplicaKey").properties;
  expect(KeyPolicy.Statement).toEqual(keyOf(replicated).properties.KeyPolicy.Statement);
});

test("the setting changes one property of the key, which no existing key may change", () => {
  const { id, properties } = keyOf(complete);
  expect(properties).not.toHaveProperty("MultiRegion");
  expect(keyOf(replicated)).toMatchObject({ id, properties: { ...properties, MultiRegion: true } });
});

test("no other stack changes", () => {
  const before = portalApp({ ...complete, backups: {} }).stacks;
  for (const name of ["edge", "portal"] as const)
    expect(Template.fromStack(stacks[name]).toJSON()).toEqual(Template.fromStack(before[name]).toJSON());
});
