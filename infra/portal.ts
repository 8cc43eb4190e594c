/** The architecture: one stack per part, in the order in which they are deployed. docs/architecture.md has the picture. */
import type { App } from "aws-cdk-lib";
import type { Environment } from "./config.ts";
import { type Part, stackName } from "./names.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { EdgeStack } from "./stacks/edge-stack.ts";
import { EntranceStack } from "./stacks/entrance-stack.ts";
import { SiteStack } from "./stacks/site-stack.ts";
import { WatchStack } from "./stacks/watch-stack.ts";

interface PortalOptions {
  environment: Environment;
  /** The built site, as `npm run build` leaves it. */
  siteDirectory: string;
  account: string | undefined;
}

/** Stacks refer to each other by shared values, which lock nothing (docs/decisions/0012-six-stacks.md). */
export function portal(app: App, { environment, siteDirectory, account }: PortalOptions) {
  const { name, region } = environment;
  const part = (description: string, home = region) => ({
    environment,
    description: `Telephony plugin portal (${name}): ${description}`,
    env: { region: home, ...(account && { account }) },
    // Each: a command that takes down all would come to the data last, when the portal is gone already.
    terminationProtection: name === "prod",
  });
  const id = (of: Part) => stackName(name, of);

  const edge = new EdgeStack(app, id("Edge"), part("firewall", "us-east-1"));
  const { firewallArn } = edge;
  const entrance = new EntranceStack(app, id("Entrance"), { ...part("addresses"), firewallArn });
  const data = new DataStack(app, id("Data"), part("data and accounts"));
  const api = new ApiStack(app, id("Api"), part("functions"));
  const site = new SiteStack(app, id("Site"), { ...part("site"), siteDirectory });
  const watch = new WatchStack(app, id("Watch"), part("alarms"));
  data.addStackDependency(entrance);
  api.addStackDependency(data);
  // A new site may call what only the new functions know.
  site.addStackDependency(api);
  watch.addStackDependency(api);
  return { edge, entrance, data, api, site, watch };
}
