/** `cdk synth` and `cdk deploy` start here; `-c env=dev|stg|prod` says which environment. */
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { type Environment, environmentNamed, SettingsError } from "./config.ts";
import { portal } from "./portal.ts";

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
portal(app, {
  environment,
  siteDirectory: join(import.meta.dirname, "..", "dist", "site"),
  account: environment.account ?? process.env.CDK_DEFAULT_ACCOUNT,
});
