import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { SecretName } from "../settings/functions.ts";

/** Our own accounts at outside providers. */
export class Secrets extends Construct {
  readonly arns: Record<SecretName, string>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.arns = {
      stripe: this.emptySecret("Stripe", "JSON {secretKey, webhookSecrets: [...]} of our Stripe account"),
      vonage: this.emptySecret(
        "Vonage",
        "JSON {applicationId, privateKey, apiKey, apiSecret} of our Vonage account",
      ),
    };
  }

  /** A person stores the value after the first deployment (docs/deploy.md), so that no template ever holds one. */
  private emptySecret(id: string, description: string): string {
    // The L2 construct always generates a value, which would look like a credential until it is used.
    const secret = new CfnSecret(this, id, { description });
    secret.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return secret.ref;
  }
}
