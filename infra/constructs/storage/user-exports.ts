import { Duration } from "aws-cdk-lib";
import { BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { PrivateBucket } from "./private-bucket.ts";

/** Bucket of the daily copies of the user pool's accounts. One function writes, operators read. */
export class UserExports extends Construct {
  readonly bucket = new PrivateBucket(this, "Bucket", {
    // With AWS's own key, other accounts cannot read the objects, with any policy.
    encryption: BucketEncryption.KMS_MANAGED,
    bucketKeyEnabled: true,
    lifecycleRules: [
      {
        expiration: Duration.days(35),
        noncurrentVersionExpiration: Duration.days(1),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  });
}
