import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { OidcProviderNative } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { PipelineRole } from "../constructs/pipeline-role.ts";

interface PipelineStackProps extends StackProps {
  /** As its tokens name it: `owner/name`, or `owner@id/name@id`. */
  repository: string;
  /** An account has one for GitHub. */
  identityProvider: "new" | "existing";
  /** Names of the environments in this account. */
  environments: readonly string[];
}

const host = "token.actions.githubusercontent.com";
const audience = "sts.amazonaws.com";

/** GitHub Actions' access to the account without stored keys: for each environment one role compares, one deploys. */
export class PipelineStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { repository, identityProvider, environments, ...props }: PipelineStackProps,
  ) {
    super(scope, id, props);
    const provider =
      identityProvider === "new"
        ? new OidcProviderNative(this, "GitHub", { url: `https://${host}`, clientIds: [audience] })
        : OidcProviderNative.fromOidcProviderArn(
            this,
            "GitHub",
            `arn:aws:iam::${this.account}:oidc-provider/${host}`,
          );
    for (const environment of environments)
      for (const purpose of ["diff", "deploy"] as const) {
        // The name of the environment on GitHub, whose rules decide which branch or tag may use it and who approves.
        const name = purpose === "diff" ? `${environment}-diff` : environment;
        const condition = {
          [`${host}:aud`]: audience,
          [`${host}:sub`]: `repo:${repository}:environment:${name}`,
        };
        const { role } = new PipelineRole(this, name, { provider, condition, environment, purpose });
        new CfnOutput(this, `${camelCase(name)}RoleArn`, { value: role.roleArn });
      }
  }
}

/** `prod-diff` to `ProdDiff`: CloudFormation's names of outputs have letters and digits only. */
const camelCase = (name: string): string =>
  name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
