import { RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";

/** A bucket without public access: TLS only, encrypted, versioned, retained. */
export class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    props: Pick<BucketProps, "bucketKeyEnabled" | "encryption" | "lifecycleRules"> = {},
  ) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...props,
    });
    // The policy refuses plain HTTP: it stays with the bucket.
    this.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    acknowledge(
      this,
      "an access log would hold IP addresses of customers and operators, and the signatures of download links",
      "AwsSolutions-S1",
      "NIST.800.53.R5-S3BucketLoggingEnabled",
    );
    acknowledge(
      this,
      "its objects can be built, published or exported again; old versions are kept",
      "NIST.800.53.R5-S3BucketReplicationEnabled",
    );
    if (props.encryption !== undefined) return;
    acknowledge(
      this,
      "it holds no customer data; with a customer managed key each download would need permission to decrypt",
      "NIST.800.53.R5-S3DefaultEncryptionKMS",
    );
  }

  /** The CDK's class does not fit its interfaces under exactOptionalPropertyTypes. */
  override get isWebsite(): boolean {
    return false;
  }
}
