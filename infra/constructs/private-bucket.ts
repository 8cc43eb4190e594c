import { RemovalPolicy } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/** What every bucket of ours has in common: nothing public, TLS only, encrypted, old versions and bucket kept. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(
      this,
      "a log of requests would hold customers' addresses and the signatures of their download links",
      "AwsSolutions-S1",
      "NIST.800.53.R5-S3BucketLoggingEnabled",
    );
    acknowledge(
      this,
      "holds only what can be built and published again; old versions are kept",
      "NIST.800.53.R5-S3BucketReplicationEnabled",
    );
    acknowledge(
      this,
      "holds nobody's data; with a key of ours every download would need the right to decrypt",
      "NIST.800.53.R5-S3DefaultEncryptionKMS",
    );
  }

  override get isWebsite(): boolean {
    return false;
  }
}
