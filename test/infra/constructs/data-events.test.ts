import { expect, test } from "vitest";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const trailed = synthesized({ ...complete, dataEvents: true });
const trail = onlyResource(trailed, "AWS::CloudTrail::Trail");
const bucket = onlyResource(trailed, "AWS::S3::Bucket", "DataEvents");

test("a trail has each call to the table and the exports, and no management event", () => {
  const table = onlyResource(trailed, "AWS::DynamoDB::Table").id;
  const exported = onlyResource(trailed, "AWS::S3::Bucket", "UserExports").id;
  expect(trail.properties).toMatchObject({
    TrailName: "Portal-prod-data-events",
    IsLogging: true,
    EnableLogFileValidation: true,
    S3BucketName: { Ref: bucket.id },
  });
  expect(trail.properties.EventSelectors).toEqual([
    {
      IncludeManagementEvents: false,
      ReadWriteType: "All",
      DataResources: [
        { Type: "AWS::DynamoDB::Table", Values: [{ "Fn::GetAtt": [table, "Arn"] }] },
        {
          Type: "AWS::S3::Object",
          Values: [{ "Fn::Join": ["", [{ "Fn::GetAtt": [exported, "Arn"] }, "/"]] }],
        },
      ],
    },
  ]);
});

test("an adopted table is the one in the trail", () => {
  const adopting = synthesized({ ...complete, dataEvents: true, adopted: { table: "Retained" } });
  const { EventSelectors } = onlyResource(adopting, "AWS::CloudTrail::Trail").properties;
  expect(JSON.stringify(EventSelectors)).toContain(":table/Retained");
});

test("its files are kept for 400 days in a private bucket that outlives the stack", () => {
  expect(bucket).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  expect(bucket.properties.LifecycleConfiguration.Rules).toMatchObject([{ ExpirationInDays: 400 }]);
  const policy = onlyResource(trailed, "AWS::S3::BucketPolicy", "DataEvents");
  const allowed = policy.properties.PolicyDocument.Statement.filter(
    ({ Effect }: { Effect: string }) => Effect === "Allow",
  );
  expect(allowed.map(({ Action }: { Action: string }) => Action)).toEqual([
    "s3:GetBucketAcl",
    "s3:PutObject",
  ]);
  for (const { Principal, Condition } of allowed) {
    expect(Principal).toEqual({ Service: "cloudtrail.amazonaws.com" });
    expect(JSON.stringify(Condition.StringEquals["aws:SourceArn"])).toContain(
      ":trail/Portal-prod-data-events",
    );
  }
  expect(trail).toMatchObject({ DependsOn: [policy.id] });
});

test("without the setting there is no trail", () => {
  expect(resourcesOf(synthesized(complete), "AWS::CloudTrail::Trail")).toEqual([]);
});
