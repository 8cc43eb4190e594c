import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";
import { share, shared } from "./shared-values.ts";

interface OriginProofsProps {
  /** Which one CloudFront shows. */
  number: number;
}

/**
 * What CloudFront shows to the API to prove itself, generated and never seen by anybody. The API takes the next one as well,
 * so that raising the number needs no moment in which both change: CloudFront is deployed first, then the API. The one
 * before stays for one more turn, for an API that could not be deployed and is put back.
 */
export class OriginProofs extends Construct {
  /** CloudFormation puts the value in its place while it deploys; the template has only the reference. */
  readonly shown: string;

  constructor(scope: Construct, id: string, { number }: OriginProofsProps) {
    super(scope, id);
    if (number > 1) this.proof(number - 1);
    this.shown = this.proof(number).secretValue.unsafeUnwrap();
    this.proof(number + 1);
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

  private proof(number: number): Secret {
    const secret = new Secret(this, `Proof${number}`, {
      description: `Proof ${number} that a request came through CloudFront; generated`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    share(this, `origin-proof-${number}`, secret.secretArn);
    return secret;
  }
}

/** What the API takes for a proof while CloudFront shows that `number`: as `shown`, for another stack. */
export const acceptedProofs = (scope: Construct, number: number): string[] =>
  [number, number + 1].map((n) => {
    const arn = shared(scope, `origin-proof-${n}`);
    return Secret.fromSecretCompleteArn(scope, `Proof${n}`, arn).secretValue.unsafeUnwrap();
  });
