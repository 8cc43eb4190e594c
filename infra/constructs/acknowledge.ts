import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import * as z from "zod/mini";

/** Suppresses cdk-nag rules for `construct` and its children, with the reason. The rules run in test/infra. */
export function acknowledge(construct: IConstruct, reason: string, ...rules: readonly string[]): void {
  for (const id of rules) Validations.of(construct).acknowledge({ id, reason });
}

/** Id of cdk-nag's finding for a statement on that resource, which has a wildcard. */
export const wildcard = (scope: IConstruct, resource: string): string =>
  `AwsSolutions-IAM5[Resource::${asText(Stack.of(scope).resolve(resource))}]`;

/** Id of the finding for a statement on all objects of the bucket. */
export const everyObjectOf = (scope: IConstruct, bucketArn: string): string =>
  wildcard(scope, `${bucketArn}/*`);

const token = z.object({
  Ref: z.optional(z.string()),
  "Fn::GetAtt": z.optional(z.array(z.string())),
  "Fn::Sub": z.optional(z.string()),
  "Fn::Join": z.optional(z.tuple([z.string(), z.array(z.unknown())])),
});

/** The text that cdk-nag uses for a token: `<LogicalId.Attribute>`. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  const { Ref, "Fn::GetAtt": attribute, "Fn::Sub": text, "Fn::Join": join } = z.parse(token, value);
  if (join) return join[1].map(asText).join(join[0]);
  return text?.replaceAll(/\$\{(.+?)\}/g, "<$1>") ?? `<${Ref ?? attribute?.join(".")}>`;
}
