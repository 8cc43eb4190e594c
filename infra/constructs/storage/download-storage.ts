import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { PrivateBucket } from "./private-bucket.ts";

/** Bucket of plugin, template and manual. Customers get presigned URLs. */
export class DownloadStorage extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new PrivateBucket(this, "Bucket");
  }
}
