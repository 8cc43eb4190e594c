import { expect, test } from "vitest";
import { synthesized } from "./support/portal.ts";
import { onlyResource } from "./support/resources.ts";

const template = synthesized();
const marked = onlyResource(template, "AWS::CloudFormation::CustomResource", "RetiredAssets");

test("assets go 30 days after a deployment has marked them, none by its age alone", () => {
  const bucket = onlyResource(template, "AWS::S3::Bucket", "Website");
  const rules: Record<string, unknown>[] = bucket.properties.LifecycleConfiguration.Rules;
  expect(rules.filter(({ ExpirationInDays }) => ExpirationInDays !== undefined)).toEqual([
    {
      Prefix: "assets/",
      TagFilters: [{ Key: "superseded", Value: "true" }],
      ExpirationInDays: 30,
      Status: "Enabled",
    },
  ]);
});

test("what a build no longer has is marked once the build's own files are there", () => {
  const documents = onlyResource(template, "Custom::CDKBucketDeployment", "Documents");
  const marker = onlyResource(template, "AWS::Lambda::Function", "RetiredAssets");
  expect(marked.properties).toMatchObject({
    Assets: ["assets/main-0a1b2c3d.css"],
    ServiceToken: { "Fn::GetAtt": [marker.id, "Arn"] },
  });
  expect(marked).toMatchObject({ DependsOn: expect.arrayContaining([documents.id]) });
});

test("the marker stands in the template, whole", () => {
  const { properties } = onlyResource(template, "AWS::Lambda::Function", "RetiredAssets");
  const { ZipFile } = properties.Code;
  expect(ZipFile.length).toBeLessThan(4096);
  expect(ZipFile).toContain('require("@aws-sdk/client-s3")');
  expect(properties).toMatchObject({ Runtime: "nodejs24.x", Handler: "index.handler" });
});
