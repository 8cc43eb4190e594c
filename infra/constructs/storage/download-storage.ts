import { Construct } from "constructs";
import { PrivateBucket } from "./private-bucket.ts";

/** Bucket of plugin, template and manual. Customers get presigned URLs. */
export class DownloadStorage extends Construct {
  readonly bucket = new PrivateBucket(this, "Bucket");
}
