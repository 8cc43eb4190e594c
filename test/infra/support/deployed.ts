/** The complete environment's functions as they are deployed, and the services that they call. */
import type { FunctionSettings } from "#infra/settings/function-settings.ts";
import { allFunctions, type FunctionName, namesOf } from "#infra/settings/functions.ts";
import { synthesized } from "./portal.ts";
import { onlyResource, ourFunctions, resourcesOf } from "./resources.ts";
import { complete } from "./settings.ts";

export const template = synthesized(complete);
export const functions = new Map(ourFunctions(template).map((found) => [found.name, found]));
export const settings = namesOf(allFunctions).map((name): [FunctionName, FunctionSettings] => [
  name,
  allFunctions[name],
]);

/** Logical ids. */
export const ids = {
  table: onlyResource(template, "AWS::DynamoDB::Table").id,
  bucket: onlyResource(template, "AWS::S3::Bucket", "Downloads").id,
  userExports: onlyResource(template, "AWS::S3::Bucket", "UserExports").id,
  key: onlyResource(template, "AWS::KMS::Key").id,
  userPool: onlyResource(template, "AWS::Cognito::UserPool").id,
  deadLetters: onlyResource(template, "AWS::SQS::Queue").id,
} as const;
const secretOf = (company: string): string =>
  resourcesOf(template, "AWS::SecretsManager::Secret").find(({ properties }) =>
    properties.Description.includes(company),
  )?.id ?? "";
export const secrets = {
  stripe: secretOf("Stripe"),
  vonage: secretOf("Vonage"),
  canary: secretOf("canary"),
  unsubscribe: secretOf("service information"),
};
export const attribute = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

/** The alias that everybody calls. */
export const aliasOf = (name: string) => onlyResource(template, "AWS::Lambda::Alias", `/${name}/`);

export function functionNamed(name: string) {
  const found = functions.get(name);
  if (!found) throw new Error(`There is no function ${name}`);
  return found;
}
