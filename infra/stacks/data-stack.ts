import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Auth } from "../constructs/auth.ts";
import { backingServices } from "../constructs/backing-services.ts";
import { Database } from "../constructs/database.ts";
import { DownloadStorage } from "../constructs/download-storage.ts";
import { Encryption } from "../constructs/encryption.ts";
import { Secrets } from "../constructs/secrets.ts";
import { share, shared } from "../constructs/shared-values.ts";

interface DataStackProps extends StackProps {
  environment: Environment;
}

/** What must never be lost: customers, their accounts and secrets, the files that they download. */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, { environment, ...props }: DataStackProps) {
    super(scope, id, props);
    const { key } = new Encryption(this, "Encryption");
    const { bucket } = new DownloadStorage(this, "Downloads");
    const { arns: secrets } = new Secrets(this, "Secrets");
    const { table } = new Database(this, "Database", { restoredTable: environment.restoredTable });
    const { mail, threatProtection } = environment;
    const auth = new Auth(this, "Auth", { mail, threatProtection });
    const { userPoolId, userPoolArn } = auth.userPool;
    const { userPoolClientId } = auth.client;
    auth.callTriggers(
      backingServices(this, {
        environment,
        table: { name: table.tableName, arn: table.tableArn },
        downloads: { name: bucket.bucketName, arn: bucket.bucketArn },
        keyArn: key.keyArn,
        userPool: { id: userPoolId, arn: userPoolArn, clientId: userPoolClientId },
        secrets,
        siteUrl: shared(this, "site-url"),
        // No trigger is called through CloudFront.
        originProofs: [],
      }),
    );

    share(this, "table-name", table.tableName);
    share(this, "table-arn", table.tableArn);
    share(this, "download-bucket", bucket.bucketName);
    share(this, "download-bucket-arn", bucket.bucketArn);
    share(this, "key-arn", key.keyArn);
    share(this, "user-pool-id", userPoolId);
    share(this, "user-pool-arn", userPoolArn);
    share(this, "user-pool-client-id", userPoolClientId);
    share(this, "stripe-secret", secrets.stripe);
    share(this, "vonage-secret", secrets.vonage);
    share(this, "canary-secret", secrets.canary);
    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("UserPoolId", userPoolId);
    output("UserPoolClientId", userPoolClientId);
    output("TableName", table.tableName);
    output("DownloadBucket", bucket.bucketName);
    output("StripeSecretArn", secrets.stripe);
    output("VonageSecretArn", secrets.vonage);
    output("CanarySecretArn", secrets.canary);
  }
}
