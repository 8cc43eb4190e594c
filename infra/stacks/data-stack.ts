import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Auth } from "../constructs/auth.ts";
import { type BackingServices, backingServices } from "../constructs/backing-services.ts";
import { Database } from "../constructs/database.ts";
import { DownloadStorage } from "../constructs/download-storage.ts";
import { Encryption } from "../constructs/encryption.ts";
import { Secrets } from "../constructs/secrets.ts";
import type { EntranceStack } from "./entrance-stack.ts";

interface DataStackProps extends StackProps {
  environment: Environment;
  entrance: EntranceStack;
}

/** What must never be lost: customers, their accounts and secrets, the files that they download. */
export class DataStack extends Stack {
  readonly auth: Auth;
  readonly database: Database;
  readonly services: BackingServices;

  constructor(scope: Construct, id: string, { environment, entrance, ...props }: DataStackProps) {
    super(scope, id, props);
    const encryption = new Encryption(this, "Encryption");
    const downloads = new DownloadStorage(this, "Downloads");
    const secrets = new Secrets(this, "Secrets");
    this.database = new Database(this, "Database", { restoredTable: environment.restoredTable });
    const { mail, threatProtection } = environment;
    this.auth = new Auth(this, "Auth", { mail, threatProtection });
    const { auth, database } = this;
    this.services = backingServices({
      environment,
      auth,
      encryption,
      database,
      downloads,
      secrets,
      siteUrl: entrance.website.url,
      originProofs: entrance.originProofs,
    });
    auth.callTriggers(this.services);

    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("UserPoolId", auth.userPool.userPoolId);
    output("UserPoolClientId", auth.client.userPoolClientId);
    output("TableName", database.table.tableName);
    output("DownloadBucket", downloads.bucket.bucketName);
    output("StripeSecretArn", secrets.arns.stripe);
    output("VonageSecretArn", secrets.arns.vonage);
    output("CanarySecretArn", secrets.arns.canary);
  }
}
