import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { SecretName } from "../settings/function-settings.ts";
import { acknowledge } from "./acknowledge.ts";

/** What each is to hold, as docs/deploy.md says how to store it. */
const contents: Record<SecretName, string> = {
  stripe: "JSON {secretKey, webhookSecrets: [...]} of our Stripe account",
  vonage: "JSON {applicationId, privateKey, apiKey, apiSecret} of our Vonage account",
  canary: "JSON {loginId, password} of the customer that the canary signs in as",
};

/** Our own accounts at outside providers. */
export class Secrets extends Construct {
  readonly arns: Record<SecretName, string>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.arns = {
      stripe: this.emptySecret("Stripe", "stripe"),
      vonage: this.emptySecret("Vonage", "vonage"),
      canary: this.emptySecret("Canary", "canary"),
    };
    acknowledge(
      this,
      "the other company issues it, so AWS cannot renew it; docs/runbooks/rotate-secrets.md does",
      "AwsSolutions-SMG4",
      "NIST.800.53.R5-SecretsManagerRotationEnabled",
    );
    acknowledge(
      this,
      "who may read it is one function's role each; a key of our own would part nobody from it who is not already",
      "NIST.800.53.R5-SecretsManagerUsingKMSKey",
    );
  }

  /** A person stores the value after the first deployment (docs/deploy.md), so that no template ever holds one. */
  private emptySecret(id: string, name: SecretName): string {
    // The L2 construct always generates a value, which would look like a credential until it is used.
    const secret = new CfnSecret(this, id, { description: contents[name] });
    secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return secret.ref;
  }
}
