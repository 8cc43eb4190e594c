import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { acknowledge } from "../acknowledge.ts";

/**
 * The value of the custom header that CloudFront adds to requests for the API. Secrets Manager generates it. The API
 * accepts the current version, the one before and the one after: CloudFormation may update CloudFront and the functions
 * in any order.
 */
export class OriginSecrets extends Construct {
  /** CloudFront's value. The template has a dynamic reference, which CloudFormation resolves during the deployment. */
  readonly sent: string;
  /** The API's accepted values, as dynamic references. */
  readonly accepted: readonly string[];

  constructor(scope: Construct, id: string, { originSecretVersion: version }: Environment) {
    super(scope, id);
    const versions = [version - 1, version, version + 1].filter((each) => each > 0);
    const secrets = new Map(versions.map((each) => [each, this.secret(each)]));
    this.accepted = [...secrets.values()];
    this.sent = secrets.get(version) ?? "";
    acknowledge(
      this,
      "rotated by raising `originSecretVersion` (docs/runbooks/rotate-secrets.md): CloudFront and the functions change together",
      "AwsSolutions-SMG4",
      "NIST.800.53.R5-SecretsManagerRotationEnabled",
    );
    acknowledge(
      this,
      "only CloudFormation reads it; a customer managed key would not restrict access further",
      "NIST.800.53.R5-SecretsManagerUsingKMSKey",
    );
  }

  private secret(version: number): string {
    const secret = new Secret(this, `Version${version}`, {
      description: `Origin secret ${version}: CloudFront sends it to the API`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
