import { copyFileSync, cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssetHashType, DockerImage, Duration, RemovalPolicy } from "aws-cdk-lib";
import { Policy, type PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { buildSync } from "esbuild";
import { functionBuilds } from "../../settings/bundling.ts";
import type { FunctionSettings } from "../../settings/function-settings.ts";
import { deployedName, type FunctionName } from "../../settings/functions.ts";
import { liveAlias } from "../../settings/names.ts";
import { acknowledge, everyObjectOf } from "../acknowledge.ts";
import { allow, InlineRole } from "../iam.ts";
import type { Log } from "../log.ts";
import { portalNameOf } from "../portal-name.ts";
import type { BackingServices } from "./backing-services.ts";

const root = join(import.meta.dirname, "../../..");

interface PortalFunctionProps {
  settings: FunctionSettings;
  services: BackingServices;
  log: Log;
  /**
   * A trigger of the user pool: its policy may name the pool, which depends on the function, so it is a separate
   * resource.
   */
  isPoolTrigger?: boolean;
  /** For asynchronous invocations: the dead-letter queue, or "forget" for no retries. */
  onFailure?: Queue | "forget";
}

/**
 * A Lambda function of the portal, with the environment and the permissions that its settings list. Callers use the
 * alias; earlier versions stay, for a rollback.
 */
export class PortalFunction extends Construct {
  readonly live: IFunction;

  constructor(scope: Construct, id: FunctionName, props: PortalFunctionProps) {
    const { settings, services, log, isPoolTrigger, onFailure } = props;
    super(scope, id);
    const statements = services.statementsFor(settings.grants);
    // Not the CDK's default role: its managed policy may write to every log group.
    const role = new InlineRole(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      policyName: "Grants",
      statements: [...(isPoolTrigger ? [] : statements), ...runningStatements(props)],
    });
    if (isPoolTrigger && statements.length > 0) new Policy(this, "Grants", { statements, roles: [role] });
    const { costlyConcurrency, tracing } = services.environment;
    const lambda = new LambdaFunction(this, "Function", {
      // functions/runtime/metrics.ts derives the metrics' namespace from it.
      functionName: `${portalNameOf(this)}-${deployedName(id)}`,
      architecture: Architecture.ARM_64,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: bundled(id),
      timeout: Duration.seconds(settings.timeoutSeconds),
      memorySize: settings.memoryMb,
      environment: environmentOf(settings, services),
      tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(settings.costsMoney && costlyConcurrency && { reservedConcurrentExecutions: costlyConcurrency }),
      ...(onFailure instanceof Queue && { deadLetterQueue: onFailure }),
      // A failed deployment deletes its version: Lambda publishes no second version of the same code.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      logGroup: log,
      // The CDK would add a policy of its own, with what the role may do already.
      role: role.withoutPolicyUpdates(),
    });
    const live = new Alias(this, "Live", {
      aliasName: liveAlias,
      version: lambda.currentVersion as IVersion,
      // Each deployment writes every alias, also one that a rollback moved.
      description: services.deployment.name,
      ...(onFailure === "forget" && { retryAttempts: 0 }),
    });
    services.deployment.add(id, live);
    // The CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
    this.live = live as IFunction;
    this.acknowledgeRules(props);
  }

  private acknowledgeRules({ settings: { grants }, services, onFailure }: PortalFunctionProps): void {
    const { environment, data } = services;
    const nist = (rule: string) => `NIST.800.53.R5-${rule}`;
    acknowledge(this, "it calls its services over TLS; a VPC would not change that", nist("LambdaInsideVPC"));
    acknowledge(
      this,
      "it shares the account's concurrency, where throttling raises an alarm; `costlyConcurrency` reserves some",
      nist("LambdaConcurrency"),
    );
    acknowledge(this, "the policy belongs to this role only", nist("IAMNoInlinePolicy"));
    acknowledge(
      this,
      "X-Ray and SES's account have no resource-level permissions",
      "AwsSolutions-IAM5[Resource::*]",
      "Serverless-LambdaStarPermissions",
    );
    if (!environment.tracing) acknowledge(this, "`tracing` is off", "Serverless-LambdaTracing");
    const everyDownload = everyObjectOf(this, data.downloads.bucket.bucketArn);
    if (grants.bucket) acknowledge(this, "object names are not known in advance", everyDownload);
    const everyExport = everyObjectOf(this, data.userExports.bucket.bucketArn);
    if (grants.userExports) acknowledge(this, "object names hold the day", everyExport);
    if (onFailure instanceof Queue) return;
    acknowledge(
      this,
      onFailure ? "the next run replaces a failed one" : "the caller waits for the response",
      nist("LambdaDLQ"),
      "Serverless-LambdaDLQ",
      "Serverless-LambdaAsyncFailureDestination",
    );
  }
}

/** Lambda's own actions in the role: it writes the log and the traces, and keeps the event of a failed run. */
function runningStatements({ services, log, onFailure }: PortalFunctionProps): PolicyStatement[] {
  return [
    allow(["logs:CreateLogStream", "logs:PutLogEvents"], log.logGroupArn),
    ...(services.environment.tracing
      ? [allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], "*")]
      : []),
    ...(onFailure instanceof Queue ? [allow(["sqs:SendMessage"], onFailure.queueArn)] : []),
  ];
}

function environmentOf(settings: FunctionSettings, services: BackingServices): Record<string, string> {
  const entries: [string, string][] = settings.environment.flatMap((name) => {
    const value = services.variables[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** All functions are built once in this process, when the first one is needed. */
let bundles: string | undefined;
function bundlesDirectory(): string {
  if (bundles === undefined) {
    bundles = mkdtempSync(join(tmpdir(), "portal-functions-"));
    for (const build of functionBuilds(bundles)) buildSync(build);
  }
  return bundles;
}

/**
 * Bundles with esbuild in this process, without Docker. The asset hash is the output's: only changed code is deployed.
 */
function bundled(name: string): Code {
  return Code.fromAsset(join(root, "functions"), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Part of the CDK's cache key: without it, all functions would share one bundle.
      command: [name],
      image: DockerImage.fromRegistry("unused"),
      local: {
        tryBundle(outputDirectory) {
          const bundle = join(bundlesDirectory(), name);
          copyFileSync(`${bundle}.mjs`, join(outputDirectory, "index.mjs"));
          if (existsSync(bundle)) cpSync(bundle, join(outputDirectory, name), { recursive: true });
          return true;
        },
      },
    },
  });
}
