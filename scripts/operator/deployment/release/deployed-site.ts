import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { CommandRefused } from "../../command.ts";

/** The site bucket of an environment that no deployment is changing now. */
export async function deployedSite({ name, region }: Environment): Promise<string> {
  const { portal } = stackNames(name);
  const client = new CloudFormationClient({ region });
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: portal }));
  if (stack?.StackStatus?.endsWith("_IN_PROGRESS"))
    throw new CommandRefused(
      `${portal} is being deployed (${stack.StackStatus}): wait, or end it with aws cloudformation cancel-update-stack --stack-name ${portal}.`,
    );
  const bucket = stack?.Outputs?.find(({ OutputKey }) => OutputKey === "SiteBucket")?.OutputValue;
  if (bucket === undefined) throw new CommandRefused(`${portal} has no output SiteBucket: deploy it first.`);
  return bucket;
}
