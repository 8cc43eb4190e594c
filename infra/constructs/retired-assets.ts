import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CustomResource, Duration } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import type { IBucket, LifecycleRule } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { buildSync } from "esbuild";
import { acknowledge, everyObjectOf } from "../acknowledge.ts";
import { Log } from "./log.ts";

/** For the bucket: what infra/deployment/retire-assets.ts has marked goes 30 days after that. */
export const retiredAssetsRule: LifecycleRule = {
  prefix: "assets/",
  tagFilters: { superseded: "true" },
  expiration: Duration.days(30),
};

interface RetiredAssetsProps {
  bucket: IBucket;
  siteDirectory: string;
}

/**
 * Starts the last 30 days of the assets that this build no longer has. S3 cannot know which those are, and counts an
 * object's days from when it was written: a rule by age alone would one day take the assets that are in use.
 */
export class RetiredAssets extends Construct {
  constructor(scope: Construct, id: string, { bucket, siteDirectory }: RetiredAssetsProps) {
    super(scope, id);
    const { functionArn } = this.marker(bucket);
    const marked = new CustomResource(this, "Marked", {
      serviceToken: functionArn,
      serviceTimeout: Duration.minutes(6),
      properties: {
        Bucket: bucket.bucketName,
        Assets: readdirSync(join(siteDirectory, "assets"))
          .sort()
          .map((name) => `assets/${name}`),
      },
    });
    acknowledge(marked, "CDK writes the seconds as text", "CloudFormation-Validate::W9003");
  }

  private marker(bucket: IBucket): LambdaFunction {
    const logGroup = new Log(this, "Logs", { holds: "names of the site's files only" });
    const allow = (actions: string[], resource: string) =>
      new PolicyStatement({ actions, resources: [resource] });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        Mark: new PolicyDocument({
          statements: [
            allow(["s3:ListBucket"], bucket.bucketArn),
            allow(
              ["s3:GetObject", "s3:PutObject", "s3:PutObjectTagging"],
              bucket.arnForObjects(`${retiredAssetsRule.prefix}*`),
            ),
            allow(["logs:CreateLogStream", "logs:PutLogEvents"], logGroup.logGroupArn),
          ],
        }),
      },
    });
    const everyAsset = everyObjectOf(this, bucket.bucketArn).replace("/*]", "/assets/*]");
    acknowledge(role, "names of assets change with every build", everyAsset);
    acknowledge(
      role,
      "the policy is this one role's and nobody else may use it",
      "NIST.800.53.R5-IAMNoInlinePolicy",
    );
    return new LambdaFunction(this, "Marker", {
      architecture: Architecture.ARM_64,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: Code.fromInline(markerCode()),
      timeout: Duration.minutes(5),
      memorySize: 512,
      role: role.withoutPolicyUpdates(),
      logGroup,
    });
  }
}

/** Small enough to stand in the template; the SDK is the runtime's own. */
function markerCode(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, "..", "deployment", "retire-assets.ts")],
    bundle: true,
    write: false,
    minify: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    external: ["@aws-sdk/*"],
  });
  return outputFiles.map(({ text }) => text).join("");
}
