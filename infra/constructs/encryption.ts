import { RemovalPolicy } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { portalNameOf } from "./portal-name.ts";

/** The key that seals what customers entrust to us. Who may seal and who may open: infra/settings/functions.ts. */
export class Encryption extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, "Key", {
      description: "Seals customers' secrets",
      alias: `${portalNameOf(this)}/customer-secrets`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
