import { RemovalPolicy } from "aws-cdk-lib";
import { Alias, type IKey, Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { portalNameOf } from "../portal-name.ts";

interface EncryptionProps {
  /** ARN of a key that takes the place of the stack's own. */
  adopted: string | undefined;
}

/** KMS key for customers' secrets. infra/settings/functions.ts grants who may encrypt and who may decrypt. */
export class Encryption extends Construct {
  readonly key: IKey;

  constructor(scope: Construct, id: string, { adopted }: EncryptionProps) {
    super(scope, id);
    const aliasName = `${portalNameOf(this)}/customer-secrets`;
    if (adopted === undefined) this.key = this.createKey(aliasName);
    else {
      this.key = Key.fromKeyArn(this, "Adopted", adopted);
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
