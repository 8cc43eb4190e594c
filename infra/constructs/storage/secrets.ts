import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { SecretName } from "../../settings/function-settings.ts";
import { acknowledge } from "../acknowledge.ts";

/**
 * Credentials of our accounts at Stripe and Vonage and of the canary, and keys of our own. Each description has the
 * format of the value, and docs/runbooks/first-deploy.md says how to store it.
 */
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
      canary: this.emptySecret(
        "Canary",
        "JSON {loginId, password} of the customer that the canary signs in as",
      ),
      unsubscribe: this.generatedSecret(
        "Unsubscribe",
        "JSON {key, previousKey?} that signs the links which end service information",
      ),
    };
    acknowledge(
      this,
      "a provider issues it, so AWS cannot rotate it, or links in sent mail depend on it; docs/runbooks/rotate-secrets.md describes how",
      "AwsSolutions-SMG4",
      "NIST.800.53.R5-SecretsManagerRotationEnabled",
    );
    acknowledge(
      this,
      "IAM already limits reading to the roles of a few functions; a customer managed key would not restrict it further",
      "NIST.800.53.R5-SecretsManagerUsingKMSKey",
    );
  }

  private generatedSecret(id: string, description: string): string {
    const secret = new Secret(this, id, {
      description,
      generateSecretString: {
        secretStringTemplate: "{}",
        generateStringKey: "key",
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    return secret.secretArn;
  }

  /** Created without a value: a person stores it after the first deployment, so no template contains it. */
  private emptySecret(id: string, description: string): string {
    // The L2 construct always generates a value, which would look like a credential.
    const secret = new CfnSecret(this, id, { description });
    secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return secret.ref;
  }
}
