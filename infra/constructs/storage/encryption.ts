import { RemovalPolicy } from "aws-cdk-lib";
import { Alias, type IKey, Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { portalNameOf } from "../portal-name.ts";

/** KMS key for customers' secrets. infra/settings/functions.ts grants who may encrypt and who may decrypt. */
export class Encryption extends Construct {
  readonly key: IKey;

  constructor(scope: Construct, id: string, { adopted }: Environment) {
    super(scope, id);
    const aliasName = `${portalNameOf(this)}/customer-secrets`;
    if (adopted?.key === undefined) this.key = this.createKey(aliasName);
    else {
      this.key = Key.fromKeyArn(this, "Adopted", adopted.key);
      new Alias(this, "Alias", { aliasName, targetKey: this.key });
    }
  }

  private createKey(alias: string): Key {
    return new Key(this, "Key", {
      description: "Encrypts customers' secrets",
      alias,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
