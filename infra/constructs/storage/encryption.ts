import { RemovalPolicy } from "aws-cdk-lib";
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Alias, CfnReplicaKey, type IKey, Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { secretsKeyAlias } from "../../settings/names.ts";

/** KMS key for customers' secrets. The grants in infra/settings/lambda/ say which functions encrypt and decrypt. */
export class Encryption extends Construct {
  readonly key: IKey;

  constructor(scope: Construct, id: string, { name, adopted, backups }: Environment) {
    super(scope, id);
    const aliasName = secretsKeyAlias(name);
    if (adopted?.key === undefined)
      this.key = this.createKey(aliasName, backups?.keyReplicaRegion !== undefined);
    else {
      this.key = Key.fromKeyArn(this, "Adopted", adopted.key);
      new Alias(this, "Alias", { aliasName, targetKey: this.key });
    }
  }

  /** CloudFormation refuses to change `multiRegion` of an existing key, and never replaces the key. */
  private createKey(alias: string, multiRegion: boolean): Key {
    return new Key(this, "Key", {
      description: "Encrypts customers' secrets",
      alias,
      enableKeyRotation: true,
      ...(multiRegion && { multiRegion }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

/** A replica of the key in another region. Without an alias: a portal in that region will create its own. */
export class KeyReplica extends Construct {
  constructor(scope: Construct, id: string, primaryKeyArn: string) {
    super(scope, id);
    const key = new CfnReplicaKey(this, "Key", {
      description: "Encrypts customers' secrets",
      primaryKeyArn,
      // Like the primary key's: IAM controls the access.
      keyPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: ["kms:*"],
            resources: ["*"],
          }),
        ],
      }),
    });
    key.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}
