/** The architecture, one line per part; docs/architecture.md has the picture. */
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "./config.ts";
import { Api } from "./constructs/api.ts";
import { Auth } from "./constructs/auth.ts";
import { backingServices } from "./constructs/backing-services.ts";
import { Database } from "./constructs/database.ts";
import { DownloadStorage } from "./constructs/download-storage.ts";
import { Encryption } from "./constructs/encryption.ts";
import { Schedule } from "./constructs/schedule.ts";
import { Secrets } from "./constructs/secrets.ts";
import { Website } from "./constructs/website.ts";

export interface PortalStackProps extends StackProps {
  environment: Environment;
  /** The built site, as `npm run build` leaves it. */
  siteDirectory: string;
}

export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, { environment, siteDirectory, ...props }: PortalStackProps) {
    super(scope, id, { description: `Telephony plugin portal (${environment.name})`, ...props });

    const encryption = new Encryption(this, "Encryption");
    const database = new Database(this, "Database");
    const downloads = new DownloadStorage(this, "Downloads");
    const secrets = new Secrets(this, "Secrets");
    const auth = new Auth(this, "Auth", { mail: environment.mail });
    const api = new Api(this, "Api", { auth });
    const { domain, price } = environment;
    const website = new Website(this, "Website", { siteDirectory, auth, api, domain, price });

    const services = backingServices({ environment, encryption, database, downloads, secrets, website });
    api.serveEndpoints(services);
    new Schedule(this, "Schedule", { services });

    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("SiteUrl", website.url);
    output("DistributionDomain", website.distributionDomain);
    output("ApiUrl", api.url);
    output("UserPoolId", auth.userPool.userPoolId);
    output("UserPoolClientId", auth.client.userPoolClientId);
    output("TableName", database.table.tableName);
    output("DownloadBucket", downloads.bucket.bucketName);
    output("StripeSecretArn", secrets.arns.stripe);
    output("VonageSecretArn", secrets.arns.vonage);
  }
}
