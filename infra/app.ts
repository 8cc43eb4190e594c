/** `cdk synth` and `cdk deploy` start here; `-c env=dev|stg|prod` says which environment. */
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { type Environment, environmentNamed, SettingsError } from "./config.ts";
import { PortalStack } from "./portal-stack.ts";

function chosenEnvironment(app: App): Environment {
  try {
    return environmentNamed(app.node.tryGetContext("env"));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const app = new App();
const environment = chosenEnvironment(app);
const account = environment.account ?? process.env.CDK_DEFAULT_ACCOUNT;

new PortalStack(app, `Portal-${environment.name}`, {
  environment,
  siteDirectory: join(import.meta.dirname, "..", "dist", "site"),
  env: { region: environment.region, ...(account && { account }) },
});
