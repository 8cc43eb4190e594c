import { Duration, Stack } from "aws-cdk-lib";
import { CfnTrail } from "aws-cdk-lib/aws-cloudtrail";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { acknowledge } from "../acknowledge.ts";
import { arnOf } from "../iam.ts";
import { portalNameOf } from "../portal-name.ts";
import type { Database } from "./database.ts";
import { PrivateBucket } from "./private-bucket.ts";
import type { UserExports } from "./user-exports.ts";

interface DataEventsProps {
  environment: Environment;
  database: Database;
  userExports: UserExports;
}

/** A trail of each call that reads or writes customers' data: rows of the table, objects of the exported accounts. */
export class DataEvents extends Construct {
  /** For the stack's outputs. */
  readonly outputs: Readonly<Record<string, string>> = {};

  constructor(scope: Construct, id: string, { environment, database, userExports }: DataEventsProps) {
    super(scope, id);
    if (!environment.dataEvents) return;
    const trailName = `${portalNameOf(this)}-data-events`;
    const bucket = this.bucketOf(arnOf(this, "cloudtrail", "trail", trailName));
    const trail = new CfnTrail(this, "Trail", {
      trailName,
      isLogging: true,
      s3BucketName: bucket.bucketName,
      enableLogFileValidation: true,
      eventSelectors: [
        {
          // CloudTrail keeps those for 90 days in any account.
          includeManagementEvents: false,
          readWriteType: "All",
          dataResources: [
            { type: "AWS::DynamoDB::Table", values: [database.table.tableArn] },
            { type: "AWS::S3::Object", values: [userExports.bucket.arnForObjects("")] },
          ],
        },
      ],
    });
    this.outputs = { DataEventsBucket: bucket.bucketName };
    if (bucket.policy) trail.node.addDependency(bucket.policy);
    acknowledge(
      trail,
      "an investigation reads the files; a copy in CloudWatch would cost more than the trail",
      "NIST.800.53.R5-CloudTrailCloudWatchLogsEnabled",
    );
    acknowledge(
      trail,
      "events have keys of rows and no values; S3 encrypts the files, and whoever could read them could use a key of the account",
      "NIST.800.53.R5-CloudTrailEncryptionEnabled",
    );
  }

  private bucketOf(trailArn: string): PrivateBucket {
    const bucket = new PrivateBucket(this, "Bucket", {
      // CloudTrail cannot write with AWS's own key for S3.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [
        {
          expiration: Duration.days(400),
          noncurrentVersionExpiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });
    const allow = (action: string, resource: string, condition: Record<string, string> = {}) =>
      bucket.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal("cloudtrail.amazonaws.com")],
          actions: [action],
          resources: [resource],
          conditions: { StringEquals: { "aws:SourceArn": trailArn, ...condition } },
        }),
      );
    allow("s3:GetBucketAcl", bucket.bucketArn);
    allow("s3:PutObject", bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`), {
      "s3:x-amz-acl": "bucket-owner-full-control",
    });
    acknowledge(
      bucket,
      "events have keys of rows and no values; a customer managed key would protect them from nobody who may read the bucket",
      "NIST.800.53.R5-S3DefaultEncryptionKMS",
    );
    return bucket;
  }
}
