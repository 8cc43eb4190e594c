import { RemovalPolicy } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { portalNameOf } from "../portal-name.ts";

/** KMS key for customers' secrets. infra/settings/functions.ts grants who may encrypt and who may decrypt. */
export class Encryption extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, "Key", {
      description: "Encrypts customers' secrets",
      alias: `${portalNameOf(this)}/customer-secrets`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
