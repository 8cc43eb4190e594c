import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { SecretName } from "../../settings/function-settings.ts";
import { acknowledge } from "../acknowledge.ts";

/** The format of each value. docs/runbooks/first-deploy.md says how to store it. */
const contents: Record<SecretName, string> = {
  stripe: "JSON {secretKey, webhookSecrets: [...]} of our Stripe account",
  vonage: "JSON {applicationId, privateKey, apiKey, apiSecret} of our Vonage account",
  canary: "JSON {loginId, password} of the customer that the canary signs in as",
};

/** Credentials of our accounts at Stripe and Vonage, and of the canary. */
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
      "the provider issues it, so AWS cannot rotate it; docs/runbooks/rotate-secrets.md describes how",
      "AwsSolutions-SMG4",
      "NIST.800.53.R5-SecretsManagerRotationEnabled",
    );
    acknowledge(
      this,
      "IAM already limits reading to the roles of a few functions; a customer managed key would not restrict it further",
      "NIST.800.53.R5-SecretsManagerUsingKMSKey",
    );
  }

  /** Created without a value: a person stores it after the first deployment, so no template contains it. */
  private emptySecret(id: string, name: SecretName): string {
    // The L2 construct always generates a value, which would look like a credential.
    const secret = new CfnSecret(this, id, { description: contents[name] });
    secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return secret.ref;
  }
}
