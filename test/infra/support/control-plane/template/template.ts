/** Reads a template: JSON or YAML, within CloudFormation's quotas, with the sections that it knows. */
import { parseDocument } from "yaml";
import * as z from "zod/mini";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";

const object = z.record(z.string(), z.unknown());

const resource = z.strictObject({
  Type: z.string(),
  Properties: z.optional(object),
  DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
  Condition: z.optional(z.string()),
  Metadata: z.optional(object),
  DeletionPolicy: z.optional(z.enum(["Delete", "Retain", "RetainExceptOnCreate", "Snapshot"])),
  UpdateReplacePolicy: z.optional(z.enum(["Delete", "Retain", "Snapshot"])),
  UpdatePolicy: z.optional(object),
  CreationPolicy: z.optional(object),
});

const parameter = z.strictObject({
  Type: z.string(),
  Default: z.optional(z.union([z.string(), z.number()])),
  Description: z.optional(z.string()),
  AllowedValues: z.optional(z.array(z.union([z.string(), z.number()]))),
  AllowedPattern: z.optional(z.string()),
  ConstraintDescription: z.optional(z.string()),
  NoEcho: z.optional(z.boolean()),
});

const output = z.strictObject({
  Value: z.unknown(),
  Description: z.optional(z.string()),
  Condition: z.optional(z.string()),
  Export: z.optional(z.strictObject({ Name: z.unknown() })),
});

const rule = z.strictObject({
  RuleCondition: z.optional(z.unknown()),
  Assertions: z.array(z.strictObject({ Assert: z.unknown(), AssertDescription: z.optional(z.string()) })),
});

const schema = z.strictObject({
  AWSTemplateFormatVersion: z.optional(z.literal("2010-09-09")),
  Description: z.optional(z.string()),
  Metadata: z.optional(object),
  Parameters: z._default(z.record(z.string(), parameter), {}),
  Rules: z._default(z.record(z.string(), rule), {}),
  Mappings: z._default(z.record(z.string(), z.record(z.string(), object)), {}),
  Conditions: z._default(z.record(z.string(), z.unknown()), {}),
  Resources: z.record(z.string(), resource),
  Outputs: z._default(z.record(z.string(), output), {}),
});

export type Template = z.infer<typeof schema>;
export type ResourceDeclaration = z.infer<typeof resource>;
export type ParameterDeclaration = z.infer<typeof parameter>;

export const invalid = (message: string): ServiceError => new ServiceError("ValidationError", message);

/** Source: CloudFormation User Guide, "Understand CloudFormation quotas". */
const quotas = { bytes: 1_000_000, resources: 500, outputs: 200, parameters: 200, mappings: 200 };
const longestDescription = 1024;

export function readTemplate(body: string): Template {
  if (Buffer.byteLength(body) > quotas.bytes) {
    throw invalid(`Template may not exceed ${quotas.bytes} bytes in size.`);
  }
  const result = schema.safeParse(parse(body));
  if (!result.success) throw invalid(worded(result.error.issues));
  const template = result.data;
  checkQuotas(template);
  checkNames(template);
  return template;
}

function parse(body: string): unknown {
  if (body.startsWith("{")) return parseJson(body);
  const document = parseDocument(body, { schema: "core" });
  // A tag that nobody knows, such as the short forms that the CLI never sends, is only a warning to the parser.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw invalid(`Template format error: YAML not well-formed. (${problem.message})`);
  return document.toJS();
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw invalid(`Template format error: JSON not well-formed. (${error})`);
  }
}

function worded([issue]: readonly z.core.$ZodIssue[]): string {
  const [section, id] = issue?.path ?? [];
  if (issue?.code === "unrecognized_keys") {
    const keys = `[${issue.keys.join(", ")}]`;
    return section === undefined
      ? `Invalid template property or properties ${keys}`
      : `Invalid template ${String(section).slice(0, -1).toLowerCase()} property ${keys}`;
  }
  if (section === "Resources" && id === undefined) {
    return "Template format error: At least one Resources member must be defined.";
  }
  if (section === "Resources" && issue?.path.at(-1) === "Type") {
    return `Template format error: [/Resources/${String(id)}] Every Resources object must contain a Type member.`;
  }
  return `Template format error: [/${issue?.path.join("/")}] ${issue?.message}`;
}

function checkQuotas(template: Template): void {
  const { Resources, Outputs, Parameters, Mappings, Description = "" } = template;
  const counted = { resources: Resources, outputs: Outputs, parameters: Parameters, mappings: Mappings };
  for (const name of ["resources", "outputs", "parameters", "mappings"] as const) {
    const number = Object.keys(counted[name]).length;
    if (number <= quotas[name]) continue;
    throw invalid(
      `Template format error: Number of ${name}, ${number}, is greater than maximum allowed, ${quotas[name]}`,
    );
  }
  if (Object.keys(Resources).length === 0) {
    throw invalid("Template format error: At least one Resources member must be defined.");
  }
  if (Buffer.byteLength(Description) > longestDescription) {
    throw invalid(`Template format error: 'Description' length is greater than ${longestDescription}.`);
  }
}

function checkNames({ Resources, Outputs, Parameters }: Template): void {
  for (const [kind, section] of [
    ["Resource", Resources],
    ["Output", Outputs],
    ["Parameter", Parameters],
  ] as const) {
    const name = Object.keys(section).find((each) => !/^[A-Za-z0-9]{1,255}$/.test(each));
    if (name !== undefined) throw invalid(`Template format error: ${kind} name ${name} is non alphanumeric.`);
  }
}
