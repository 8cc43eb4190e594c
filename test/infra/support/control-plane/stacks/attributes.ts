/** What `Fn::GetAtt` returns. Source: Template Reference, "Return values" of each type. */
import { isCustom, resourceType } from "../schema/database.ts";
import { customAttribute } from "./custom-resources.ts";
import type { Resource } from "./resource.ts";

type Form = (of: Resource) => unknown;

const lastPart = (text: string): string => text.split(/[/:]/).at(-1) ?? text;

const forms: Record<string, Form> = {
  "AWS::ApiGatewayV2::Api.ApiEndpoint": ({ physicalId, region }) =>
    `https://${physicalId}.execute-api.${region}.amazonaws.com`,
  "AWS::CloudFront::Distribution.DomainName": ({ physicalId }) =>
    `d${physicalId.slice(1).toLowerCase()}.cloudfront.net`,
  "AWS::Cognito::UserPool.ProviderName": ({ physicalId, region }) =>
    `cognito-idp.${region}.amazonaws.com/${physicalId}`,
  "AWS::Cognito::UserPool.ProviderURL": ({ physicalId, region }) =>
    `https://cognito-idp.${region}.amazonaws.com/${physicalId}`,
  "AWS::Logs::LogGroup.Arn": (of) => `${filled(of)}:*`,
  "AWS::S3::Bucket.DomainName": ({ physicalId }) => `${physicalId}.s3.amazonaws.com`,
  "AWS::S3::Bucket.RegionalDomainName": ({ physicalId, region }) =>
    `${physicalId}.s3.${region}.amazonaws.com`,
  "AWS::SNS::Topic.TopicName": ({ physicalId }) => lastPart(physicalId),
  "AWS::SQS::Queue.QueueName": ({ physicalId }) => lastPart(physicalId),
  "AWS::SSM::Parameter.Arn": ({ physicalId, region, accountId }) =>
    `arn:aws:ssm:${region}:${accountId}:parameter/${physicalId.replace(/^\//, "")}`,
  "AWS::WAFv2::WebACL.Arn": ({ physicalId, region, accountId }) => {
    const [name, id] = physicalId.split("|");
    return `arn:aws:wafv2:${region}:${accountId}:global/webacl/${name}/${id}`;
  },
};

export function attributeOf(resource: Resource, name: string): unknown {
  const { type, physicalId, properties } = resource;
  if (isCustom(type)) return customAttribute(resource, name);
  const form = forms[`${type}.${name}`];
  if (form) return form(resource);
  const known = resourceType(type);
  if (name === "Arn" && known?.arnTemplate) return filled(resource);
  if ((known?.cfnRefIdentifier ?? known?.primaryIdentifier)?.includes(name)) return physicalId;
  if (name in properties) return properties[name];
  throw new Error(`Nobody has said here what ${type}.${name} looks like`);
}

/** The type's ARN with this resource's name in it. */
function filled({ type, region, accountId, physicalId }: Resource): string {
  const values: Record<string, string> = { Partition: "aws", Region: region, Account: accountId };
  const template = resourceType(type)?.arnTemplate ?? "";
  return template.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? lastName(physicalId));
}

/** A queue's is the end of its address; a log group's may hold slashes. */
const lastName = (physicalId: string): string =>
  physicalId.startsWith("https://") ? lastPart(physicalId) : physicalId;
