import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { MailSender } from "../constructs/mail-sender.ts";
import { DataEvents } from "../constructs/storage/data-events.ts";
import { Database } from "../constructs/storage/database.ts";
import { DownloadStorage } from "../constructs/storage/download-storage.ts";
import { Encryption } from "../constructs/storage/encryption.ts";
import { Secrets } from "../constructs/storage/secrets.ts";
import { TableBackup } from "../constructs/storage/table-backup.ts";
import { UserExports } from "../constructs/storage/user-exports.ts";
import type { Environment } from "../environment.ts";

interface DataStackProps extends StackProps {
  environment: Environment;
}

/** The resources that survive every other stack: customer data, downloads, the key and our provider credentials. */
export class DataStack extends Stack {
  readonly database: Database;
  readonly tableBackup: TableBackup;
  readonly downloads: DownloadStorage;
  readonly userExports: UserExports;
  readonly encryption: Encryption;
  readonly secrets: Secrets;

  constructor(scope: Construct, id: string, { environment, ...props }: DataStackProps) {
    super(scope, id, props);
    new MailSender(this, "MailSender", environment);
    this.encryption = new Encryption(this, "Encryption", environment);
    this.downloads = new DownloadStorage(this, "Downloads");
    this.userExports = new UserExports(this, "UserExports");
    this.secrets = new Secrets(this, "Secrets");
    this.database = new Database(this, "Database", environment);
    this.tableBackup = new TableBackup(this, "TableBackup", { environment, database: this.database });
    const dataEvents = new DataEvents(this, "DataEvents", {
      environment,
      database: this.database,
      userExports: this.userExports,
    });
    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("TableName", this.database.table.tableName);
    output("DownloadBucket", this.downloads.bucket.bucketName);
    output("UserExportBucket", this.userExports.bucket.bucketName);
    output("StripeSecretArn", this.secrets.arns.stripe);
    output("VonageSecretArn", this.secrets.arns.vonage);
    output("CanarySecretArn", this.secrets.arns.canary);
    for (const { outputs } of [this.tableBackup, dataEvents])
      for (const [name, value] of Object.entries(outputs)) output(name, value);
  }
}
