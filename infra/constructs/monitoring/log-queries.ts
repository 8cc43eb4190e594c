import { Stack } from "aws-cdk-lib";
import { CfnQueryDefinition } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { logQueries } from "../../settings/queries.ts";
import { Log } from "../log.ts";
import { portalNameOf } from "../portal-name.ts";

/** The saved queries, each over every log that the stack has so far: the functions', the API's and the user pool's firewall's. */
export class LogQueries extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const logs = Stack.of(this)
      .node.findAll()
      .filter((each) => each instanceof Log);
    for (const [name, commands] of Object.entries(logQueries))
      new CfnQueryDefinition(this, name, {
        name: `${portalNameOf(this)}/${name}`,
        queryString: commands.join("\n| "),
        logGroupNames: logs.map(({ logGroupName }) => logGroupName),
      });
  }
}
