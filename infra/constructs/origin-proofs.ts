import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";

interface OriginProofsProps {
  /** Which one CloudFront shows. */
  number: number;
}

/**
 * What CloudFront shows to the API to prove itself, generated and never seen by anybody. The API takes the next one as well,
 * so that raising the number needs no moment in which both change: CloudFront is deployed first, then the API.
 */
export class OriginProofs extends Construct {
  /** CloudFormation puts the value in its place while it deploys; the template has only the reference. */
  readonly shown: string;
  readonly accepted: readonly string[];

  constructor(scope: Construct, id: string, { number }: OriginProofsProps) {
    super(scope, id);
    this.shown = this.proof(number);
    this.accepted = [this.shown, this.proof(number + 1)];
    acknowledge(
      this,
      "replaced by raising `originProof` (docs/runbooks/rotate-secrets.md): both ends must learn of a new one in order",
      "AwsSolutions-SMG4",
      "NIST.800.53.R5-SecretsManagerRotationEnabled",
    );
    acknowledge(
      this,
      "read by CloudFormation alone; a key of our own would part nobody from it who is not already",
      "NIST.800.53.R5-SecretsManagerUsingKMSKey",
    );
  }

  private proof(number: number): string {
    const secret = new Secret(this, `Proof${number}`, {
      description: `Proof ${number} that a request came through CloudFront; generated`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
