import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Firewall } from "../constructs/firewall.ts";

interface EdgeStackProps extends StackProps {
  environment: Environment;
}

/** What AWS accepts in us-east-1 only. */
export class EdgeStack extends Stack {
  readonly firewallArn: string;

  constructor(scope: Construct, id: string, { environment, ...props }: EdgeStackProps) {
    super(scope, id, props);
    this.firewallArn = new Firewall(this, "Firewall", { traffic: environment.traffic }).arn;
  }
}
