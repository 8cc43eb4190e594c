/** AWS's own description of every resource type. The CDK CLI ships it: `cdk diff` learns from it what is replaced. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

export type PropertyType =
  | { type: "string"; allowedValues?: readonly string[] }
  | { type: "boolean" | "integer" | "number" | "date-time" | "json" | "tag" }
  | { type: "array" | "map"; element: PropertyType }
  | { type: "union"; types: readonly PropertyType[] }
  | { type: "ref"; reference: { $ref: string } };

export interface Property {
  type: PropertyType;
  /** Shapes that were documented earlier and are still taken. */
  previousTypes?: readonly PropertyType[];
  required?: boolean;
  causesReplacement?: "yes" | "no" | "maybe";
}
export type Properties = Readonly<Record<string, Property>>;

export interface ResourceType {
  cloudFormationType: string;
  /** Properties or attributes that tell one such resource from another. */
  primaryIdentifier?: readonly string[];
  /** What `Ref` returns, where that is not the same. */
  cfnRefIdentifier?: readonly string[];
  /** `arn:${Partition}:s3:::${BucketName}` */
  arnTemplate?: string;
  attributes: Readonly<Record<string, unknown>>;
  properties: Properties;
}

interface Entities<T> {
  entities: readonly T[];
}
interface Database {
  schema: {
    resource: Entities<ResourceType>;
    typeDefinition: Entities<{ $id: string; properties: Properties }>;
  };
}

// The package exports its own description only.
const cli = createRequire(import.meta.url).resolve("aws-cdk/package.json");
const file = join(dirname(cli), "db.json.gz");
const { schema }: Database = JSON.parse(gunzipSync(readFileSync(file)).toString());
const resourceTypes = new Map(schema.resource.entities.map((type) => [type.cloudFormationType, type]));
const definitions = new Map(schema.typeDefinition.entities.map(({ $id, properties }) => [$id, properties]));

export const resourceType = (name: string): ResourceType | undefined => resourceTypes.get(name);

export function definition(id: string): Properties {
  const found = definitions.get(id);
  if (!found) throw new Error(`The database has no type ${id}`);
  return found;
}

/** Run by a function of ours or CDK's, so that nobody describes its properties. */
export const isCustom = (type: string): boolean =>
  type.startsWith("Custom::") || type === "AWS::CloudFormation::CustomResource";
