import { join } from "node:path";
import { AssetHashType, DockerImage, Duration } from "aws-cdk-lib";
import { Policy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { buildSync } from "esbuild";
import type { FunctionSettings } from "../settings/function-settings.ts";
import { bundling } from "../settings/functions.ts";
import { acknowledge, everyObjectOf } from "./acknowledge.ts";
import type { BackingServices } from "./backing-services.ts";
import { Log } from "./log.ts";
import { portalNameOf } from "./portal-name.ts";

const root = join(import.meta.dirname, "..", "..");

interface PortalFunctionProps {
  settings: FunctionSettings;
  services: BackingServices;
  /** The user pool calls it: a function that waited for a policy naming the pool would wait for itself. */
  isPoolTrigger?: boolean;
  /** Nobody waits for its answer: where events go that it failed at every try, or that it is not to be tried again. */
  onFailure?: Queue | "forget";
}

/** The one way to make a function of ours: what it is told and may touch is what its settings list, no more. */
export class PortalFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: PortalFunctionProps) {
    const { settings, services, isPoolTrigger, onFailure } = props;
    super(scope, id);
    const logGroup = new Log(this, "Logs", { holds: "ids and figures only" });
    // A role of our own, because the managed policy that CDK would attach may write to every log group.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    const statements = services.statementsFor(settings.grants);
    if (!isPoolTrigger) for (const statement of statements) role.addToPolicy(statement);
    else if (statements.length > 0) new Policy(this, "Grants", { statements, roles: [role] });
    const { costlyConcurrency } = services;
    this.lambda = new LambdaFunction(this, "Function", {
      // The metrics' names begin with it: functions/runtime/metrics.ts.
      functionName: `${portalNameOf(this)}-${id}`,
      architecture: Architecture.ARM_64,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: bundled(settings.entry),
      timeout: Duration.seconds(settings.timeoutSeconds),
      memorySize: settings.memoryMb,
      environment: environmentOf(settings, services),
      tracing: Tracing.ACTIVE,
      ...(settings.costsMoney && costlyConcurrency && { reservedConcurrentExecutions: costlyConcurrency }),
      ...(onFailure === "forget" ? { retryAttempts: 0 } : onFailure && { deadLetterQueue: onFailure }),
      logGroup,
      role,
    });
    this.acknowledgeRules(props);
  }

  private acknowledgeRules(props: PortalFunctionProps): void {
    const nist = (rule: string) => `NIST.800.53.R5-${rule}`;
    acknowledge(
      this,
      "its services are reached over TLS; inside a VPC they would be too",
      nist("LambdaInsideVPC"),
    );
    acknowledge(
      this,
      "shares the account's pool, where throttling raises an alarm; what costs money has a share of its own",
      nist("LambdaConcurrency"),
    );
    acknowledge(this, "the policy is this one role's and nobody else may use it", nist("IAMNoInlinePolicy"));
    acknowledge(this, "X-Ray knows no resources to name", "AwsSolutions-IAM5[Resource::*]");
    if (props.settings.grants.bucket) {
      const everyDownload = everyObjectOf(this, props.services.downloadBucketArn);
      acknowledge(this, "object names are not known in advance", everyDownload);
    }
    if (props.onFailure instanceof Queue) return;
    acknowledge(
      this,
      props.onFailure ? "the next run tells as much as this one" : "whoever calls it waits for the answer",
      nist("LambdaDLQ"),
      "Serverless-LambdaDLQ",
      "Serverless-LambdaAsyncFailureDestination",
    );
  }
}

function environmentOf(settings: FunctionSettings, services: BackingServices): Record<string, string> {
  const entries: [string, string][] = settings.environment.flatMap((name) => {
    const value = services.variables[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Bundled in this process, never in Docker; the hash is the output's, so only changed code is deployed again. */
function bundled(entry: string): Code {
  return Code.fromAsset(join(root, "functions"), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK bundles once per distinct set of options, and does not see which entry `tryBundle` closes over.
      command: [entry],
      image: DockerImage.fromRegistry("unused"),
      local: {
        tryBundle(outputDirectory) {
          buildSync({
            ...bundling,
            mainFields: [...bundling.mainFields],
            conditions: [...bundling.conditions],
            absWorkingDir: root,
            entryPoints: [entry],
            outfile: join(outputDirectory, "index.mjs"),
          });
          return true;
        },
      },
    },
  });
}
