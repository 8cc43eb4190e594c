import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "../constructs/api/api.ts";
import { Gateway } from "../constructs/api/gateway.ts";
import { Auth } from "../constructs/auth.ts";
import { UserPoolFirewall } from "../constructs/firewall/user-pool-firewall.ts";
import { backingServices } from "../constructs/lambda/backing-services.ts";
import { Deployment } from "../constructs/lambda/deployment.ts";
import { Schedule } from "../constructs/lambda/schedule.ts";
import { Monitoring } from "../constructs/monitoring/monitoring.ts";
import { DnsRecords } from "../constructs/website/domain-names.ts";
import { OriginSecrets } from "../constructs/website/origin-secrets.ts";
import { SiteFiles } from "../constructs/website/site-files.ts";
import { type EdgeArns, Website } from "../constructs/website/website.ts";
import type { Environment } from "../environment.ts";
import type { DataStack } from "./data-stack.ts";

interface PortalStackProps extends StackProps {
  environment: Environment;
  siteDirectory: string;
  deploymentName: string;
  data: DataStack;
  edge: EdgeArns & { alarmTopicArn: string | undefined };
}

/** The portal itself: CloudFront, the API with its functions, the accounts, the site and its monitoring. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, props: PortalStackProps) {
    super(scope, id, props);
    const { environment, data, edge } = props;
    const originSecrets = new OriginSecrets(this, "OriginSecrets", environment);
    const gateway = new Gateway(this, "Gateway", environment);
    const website = new Website(this, "Website", { environment, gateway, originSecrets, edge });
    new DnsRecords(this, "DnsRecords", environment, website);
    const auth = new Auth(this, "Auth", environment);
    new UserPoolFirewall(this, "UserPoolFirewall", { environment, userPool: auth.userPool });
    const monitoring = new Monitoring(this, "Monitoring", environment, edge.alarmTopicArn);
    const deployment = new Deployment(this, "Deployment", { ...props, gateway });
    const parts = { environment, data, auth, website, originSecrets, deployment, monitoring };
    const services = backingServices(parts);
    auth.addTriggers(services);
    new Api(this, "Api", { gateway, auth, services });
    const { deadLetters } = new Schedule(this, "Schedule", services);
    const site = new SiteFiles(this, "SiteFiles", { ...props, website, deployment, auth, gateway });
    monitoring.monitor({ gateway, auth, data, deadLetters }, site.documents);
    const own = { ApiUrl: gateway.url, DeadLettersUrl: deadLetters.queueUrl };
    for (const [name, value] of Object.entries({ ...website.outputs, ...auth.outputs, ...own }))
      new CfnOutput(this, name, { value });
  }
}
