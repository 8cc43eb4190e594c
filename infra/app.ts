/** The app of `cdk synth` and `cdk deploy`; `-c env=dev|stg|prod` names the environment (docs/architecture.md). */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, ReferenceStrength, Stack } from "aws-cdk-lib";
import { checked, SettingsError, settingsOf } from "./config.ts";
import { deploymentNameOf, needsSite, siteMistake } from "./deployment.ts";
import { type Environment, environmentNames, type Name } from "./environment.ts";
import { stackNames, tagsOf } from "./settings/names.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { EdgeStack } from "./stacks/edge-stack.ts";
import { PipelineStack } from "./stacks/pipeline-stack.ts";
import { PortalStack } from "./stacks/portal-stack.ts";
import { ReplicaStack } from "./stacks/replica-stack.ts";

interface PortalProps {
  environment: Environment;
  /** The built site, as `npm run build` writes it. */
  siteDirectory: string;
  /** Of `deploymentNameOf`. */
  deploymentName: string;
  /** Account to deploy to; undefined to synthesize without one. */
  account: string | undefined;
}

/** The stacks of one environment (docs/decisions/0012-three-stacks.md). */
export function createStacks(app: App, { environment, siteDirectory, deploymentName, account }: PortalProps) {
  const { name, region } = environment;
  const ids = stackNames(name);
  const common = (description: string, stackRegion = region) => ({
    environment,
    description: `Telephony plugin portal (${name}): ${description}`,
    env: { region: stackRegion, ...(account && { account }) },
    terminationProtection: name === "prod",
    tags: tagsOf(name),
  });
  const edge = new EdgeStack(app, ids.edge, common("firewall", "us-east-1"));
  const data = new DataStack(app, ids.data, common("data"));
  const portal = new PortalStack(app, ids.portal, {
    ...common("site, API and accounts"),
    siteDirectory,
    deploymentName,
    data,
    edge: {
      firewallArn: edge.firewallArn && acrossRegions(edge.firewallArn),
      certificateArn: edge.certificateArn
        ? acrossRegions(edge.certificateArn)
        : environment.domain?.certificateArn,
      alarmTopicArn: edge.alarmTopicArn && acrossRegions(edge.alarmTopicArn),
    },
  });
  const replicaRegion = environment.backups?.keyReplicaRegion;
  if (replicaRegion === undefined) return { edge, data, portal };
  const replica = new ReplicaStack(app, ids.replica, {
    ...common("key of another region", replicaRegion),
    primaryKeyArn: acrossRegions(data.encryption.key.keyArn),
  });
  return { edge, data, portal, replica };
}

/** An export reaches its own region only. A weak reference reads the output of the other region's stack. */
const acrossRegions = (value: string): string => Stack.consumeReference(value, ReferenceStrength.WEAK);

/** Throws `SettingsError`. */
function chosenEnvironment(app: App): Environment {
  const rollout = app.node.tryGetContext("rollout");
  const environment = settingsOf(app.node.tryGetContext("env"));
  return checked(rollout === undefined ? environment : { ...environment, rollout });
}

/** The built site; an empty directory for a command that needs none, e.g. `cdk destroy`. */
function siteDirectoryFor(app: App): string {
  if (!needsSite(app)) return mkdtempSync(join(tmpdir(), "portal-no-site-"));
  const root = join(import.meta.dirname, "..");
  const mistake = siteMistake(root);
  return mistake === undefined ? join(root, "dist", "site") : stop(mistake);
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/**
 * Returns the environments of the account; all of them without an account. Throws `SettingsError` if prod shares its
 * account: the CDK's roles deploy any stack of their account, so the workflow's role for dev could deploy prod.
 */
function environmentsIn(account: string | undefined): Name[] {
  if (account === undefined) return [...environmentNames];
  const accountOf = (name: Name) => settingsOf(name).account;
  const named = environmentNames.filter((name) => accountOf(name) === account);
  if (!named.includes("prod"))
    return environmentNames.filter(
      (name) => named.includes(name) || (name !== "prod" && accountOf(name) === undefined),
    );
  const others = named.filter((name) => name !== "prod");
  if (others.length === 0) return named;
  throw new SettingsError(
    `${others.join(", ")} is in the account of prod, whose deployments nobody would approve: write another \`account\` in infra/config.ts.`,
  );
}

/** `owner/name` or `owner@id/name@id`. */
const onGitHub = /^[\w-]+(?:@\d+\/[\w.-]+@\d+|\/[\w.-]+)$/;

/**
 * Creates the stack with the roles of GitHub Actions, and no stack of an environment. `repository`: `owner/name`, or
 * `owner@id/name@id` as the tokens of newer repositories name it. `identityProvider`: an account has one for GitHub.
 * Throws `SettingsError`.
 */
export function createPipeline(
  app: App,
  repository: string,
  account: string | undefined,
  identityProvider: "new" | "existing" = "new",
): PipelineStack {
  if (!onGitHub.test(repository))
    throw new SettingsError(
      `"${repository}" is no repository on GitHub: write -c repository=owner/name, or owner@id/name@id (docs/runbooks/pipeline.md).`,
    );
  return new PipelineStack(app, "Portal-Pipeline", {
    repository,
    identityProvider,
    environments: environmentsIn(account),
    description: "Telephony plugin portal: roles of its deployment workflow",
    env: { region: settingsOf("prod").region, ...(account && { account }) },
    terminationProtection: true,
    tags: { service: tagsOf("prod").service },
  });
}

function createEnvironment(app: App): void {
  const environment = chosenEnvironment(app);
  createStacks(app, {
    environment,
    siteDirectory: siteDirectoryFor(app),
    deploymentName: deploymentNameOf(join(import.meta.dirname, "..")),
    // Not the account of the credentials: a package is synthesized without credentials. Templates that name an account
    // have new versions of unchanged functions, which Lambda refuses to publish.
    account: environment.account,
  });
}

if (import.meta.main) {
  const app = new App();
  const repository: unknown = app.node.tryGetContext("repository");
  try {
    const hasProvider = app.node.tryGetContext("identityProvider") === "existing";
    if (typeof repository === "string")
      createPipeline(app, repository, process.env.CDK_DEFAULT_ACCOUNT, hasProvider ? "existing" : "new");
    else createEnvironment(app);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    stop(error.message);
  }
}
