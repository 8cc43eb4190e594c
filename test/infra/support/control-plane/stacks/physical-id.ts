/** How AWS names what it makes: the template's name, or one that CloudFormation generates. */
import { randomBytes, randomUUID } from "node:crypto";
import { isCustom, resourceType } from "../schema/database.ts";
import { isObject } from "../template/values.ts";
import type { Identity } from "./resource.ts";

/** The characters that AWS puts at the end of a generated name. */
export function randomText(length: number, alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join("");
}
const lowerText = (length: number): string => randomText(length, "abcdefghijklmnopqrstuvwxyz0123456789");

/** Source: Template Reference, "Return values" of each type. A type that is not here is called by its name. */
const forms: Record<string, (of: Identity) => string> = {
  "AWS::ApiGatewayV2::Api": () => lowerText(10),
  "AWS::ApiGatewayV2::Authorizer": () => lowerText(6),
  "AWS::ApiGatewayV2::Integration": () => lowerText(7),
  "AWS::ApiGatewayV2::Route": () => lowerText(7),
  "AWS::CloudFront::Distribution": () => `E${randomText(13)}`,
  "AWS::CloudFront::Function": (of) => `arn:aws:cloudfront::${of.accountId}:function/${nameOf(of)}`,
  "AWS::CloudFront::OriginAccessControl": () => `E${randomText(13)}`,
  "AWS::CloudFront::OriginRequestPolicy": () => randomUUID(),
  "AWS::CloudFront::ResponseHeadersPolicy": () => randomUUID(),
  "AWS::Cognito::UserPool": ({ region }) => `${region}_${randomText(9)}`,
  "AWS::Cognito::UserPoolClient": () => lowerText(26),
  "AWS::KMS::Key": () => randomUUID(),
  "AWS::Lambda::LayerVersion": (of) => `${arn(of, "lambda")}:layer:${nameOf(of)}:1`,
  "AWS::SecretsManager::Secret": (of) => `${arn(of, "secretsmanager")}:secret:${nameOf(of)}-${randomText(6)}`,
  "AWS::SNS::Subscription": (of) => `${of.properties.TopicArn}:${randomUUID()}`,
  "AWS::SNS::Topic": (of) => `${arn(of, "sns")}:${nameOf(of)}`,
  "AWS::SQS::Queue": (of) => `https://sqs.${of.region}.amazonaws.com/${of.accountId}/${nameOf(of)}`,
  "AWS::WAFv2::WebACL": (of) => `${nameOf(of)}|${randomUUID()}|${of.properties.Scope}`,
};

const arn = ({ region, accountId }: Identity, service: string): string =>
  `arn:aws:${service}:${region}:${accountId}`;

export const physicalIdOf = (of: Identity): string => forms[of.type]?.(of) ?? nameOf(of);

/** Properties that name a resource where its identifier is something that AWS gives out. */
const nameProperties: Record<string, readonly string[]> = {
  "AWS::CloudFront::Function": ["Name"],
  "AWS::CloudFront::OriginAccessControl": ["OriginAccessControlConfig", "Name"],
  "AWS::CloudFront::OriginRequestPolicy": ["OriginRequestPolicyConfig", "Name"],
  "AWS::CloudFront::ResponseHeadersPolicy": ["ResponseHeadersPolicyConfig", "Name"],
  "AWS::Events::Rule": ["Name"],
  "AWS::SecretsManager::Secret": ["Name"],
  "AWS::SNS::Topic": ["TopicName"],
  "AWS::SQS::Queue": ["QueueName"],
  "AWS::WAFv2::WebACL": ["Name"],
};

/** The name that the template gives it; undefined where CloudFormation makes one up. */
function givenName({ type, properties }: Identity): string | undefined {
  const known = resourceType(type);
  const identifier = (known?.cfnRefIdentifier ?? known?.primaryIdentifier)?.at(-1) ?? "";
  let found: unknown = properties;
  for (const part of nameProperties[type] ?? [identifier]) found = isObject(found) ? found[part] : undefined;
  return typeof found === "string" ? found : undefined;
}

export function nameOf(of: Identity): string {
  const given = givenName(of);
  if (given !== undefined) return given;
  const generated = `${of.stackName}-${of.logicalId}-${randomText(12)}`;
  return of.type === "AWS::S3::Bucket" ? generated.toLowerCase() : generated;
}

/**
 * What no second resource of the account may have: two of the same text cannot exist at once. Undefined when AWS gives
 * out what tells them apart.
 */
export function fixedIdentity(of: Identity): string | undefined {
  if (isCustom(of.type)) return undefined;
  const place = isGlobal(of.type) ? "" : of.region;
  if (nameProperties[of.type]) {
    const name = givenName(of);
    return name && `${place}/${of.type}/${name}`;
  }
  const identifier = resourceType(of.type)?.primaryIdentifier ?? [];
  const parts = identifier.map((name) => of.properties[name]);
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return `${place}/${of.type}/${parts.join("|")}`;
}

const isGlobal = (type: string): boolean => /^AWS::(IAM|CloudFront|S3)::/.test(type);
