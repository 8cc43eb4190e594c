import { join } from "node:path";
import { AssetHashType, DockerImage, Duration } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { buildSync } from "esbuild";
import { bundling, type FunctionSettings } from "../settings/functions.ts";
import type { BackingServices } from "./backing-services.ts";

const root = join(import.meta.dirname, "..", "..");

interface PortalFunctionProps {
  settings: FunctionSettings;
  /** Left out for a function that is told nothing and may touch nothing. */
  services?: BackingServices;
}

/** The one way to make a function of ours: what it is told and may touch is what its settings list, no more. */
export class PortalFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, { settings, services }: PortalFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Logs", { retention: RetentionDays.THREE_MONTHS });
    // A role of our own, because the managed policy that CDK would attach may write to every log group.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    for (const statement of services?.statementsFor(settings.grants) ?? []) role.addToPolicy(statement);
    this.lambda = new LambdaFunction(this, "Function", {
      architecture: Architecture.ARM_64,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: bundled(settings.entry),
      timeout: Duration.seconds(settings.timeoutSeconds),
      memorySize: settings.memoryMb,
      environment: environmentOf(settings, services),
      logGroup,
      role,
    });
  }
}

function environmentOf(settings: FunctionSettings, services?: BackingServices): Record<string, string> {
  const entries: [string, string][] = settings.environment.flatMap((name) => {
    const value = services?.variables[name];
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
