/** Refuses a template in which something names what is not there, in CloudFormation's words. */
import { isCustom, resourceType } from "../schema/database.ts";
import { type Reference, referencesIn } from "./references.ts";
import { invalid, type Template } from "./template.ts";
import { isObject, listOf } from "./values.ts";

export const pseudoParameters = [
  "AWS::AccountId",
  "AWS::NoValue",
  "AWS::NotificationARNs",
  "AWS::Partition",
  "AWS::Region",
  "AWS::StackId",
  "AWS::StackName",
  "AWS::URLSuffix",
];

export function checkReferences(template: Template): void {
  checkTypes(template);
  checkConditions(template);
  for (const { Properties, Metadata, DependsOn, Condition } of Object.values(template.Resources)) {
    checkBlock(template, "Resources", [Properties, Metadata], Condition);
    const unknown = listOf(typeof DependsOn === "string" ? [DependsOn] : DependsOn).filter(
      (id) => template.Resources[String(id)] === undefined,
    );
    if (unknown.length > 0) throw unresolved(unknown.map(String), "Resources");
  }
  for (const { Value, Export, Condition } of Object.values(template.Outputs)) {
    if (Value === undefined || Array.isArray(Value)) {
      throw invalid("Template format error: Every Value member must be a string.");
    }
    checkBlock(template, "Outputs", [Value, Export], Condition);
  }
}

function checkTypes({ Resources }: Template): void {
  const types = new Set(Object.values(Resources).map(({ Type }) => Type));
  const unknown = [...types].filter((type) => !isCustom(type) && !resourceType(type));
  if (unknown.length > 0) {
    throw invalid(`Template format error: Unrecognized resource types: [${unknown.join(", ")}]`);
  }
}

/** They are decided before anything is made: parameters and other conditions only. */
function checkConditions(template: Template): void {
  for (const condition of Object.values(template.Conditions)) {
    for (const reference of referencesIn(condition)) {
      if (reference.to === "output") throw invalid("Cannot use Fn::GetStackOutput in Conditions");
      if (reference.to === "condition") checkCondition(template, reference.name);
      else if (reference.to === "attribute" || !isKnownEarly(template, reference.name)) {
        throw invalid(
          `Template format error: Unresolved dependencies [${reference.name}]. Cannot reference resources in the Conditions block of the template`,
        );
      }
    }
  }
}

function checkBlock(template: Template, block: string, values: unknown[], condition?: string): void {
  if (condition !== undefined) checkCondition(template, condition);
  const references = values.flatMap((value) => referencesIn(value));
  const unknown = references.flatMap((reference) =>
    reference.to === "value" && !isKnown(template, reference.name) ? [reference.name] : [],
  );
  if (unknown.length > 0) throw unresolved(unknown, block);
  for (const reference of references) {
    if (reference.to === "condition") checkCondition(template, reference.name);
    if (reference.to === "attribute") checkAttribute(template, reference);
  }
}

function checkAttribute({ Resources }: Template, { name, attribute }: Reference & { to: "attribute" }): void {
  const resource = Resources[name];
  if (!resource) {
    throw invalid(`Template error: instance of Fn::GetAtt references undefined resource ${name}`);
  }
  if (isCustom(resource.Type) || hasAttribute(resource.Type, attribute)) return;
  throw invalid(
    `Template error: resource ${name} does not support attribute type ${attribute} in Fn::GetAtt`,
  );
}

const hasAttribute = (type: string, attribute: string): boolean =>
  isObject(resourceType(type)?.attributes[attribute]);

function checkCondition({ Conditions }: Template, name: string): void {
  if (name in Conditions) return;
  throw invalid(`Template format error: Unresolved condition dependency ${name}`);
}

const isKnownEarly = ({ Parameters }: Template, name: string): boolean =>
  name in Parameters || pseudoParameters.includes(name);
const isKnown = (template: Template, name: string): boolean =>
  name in template.Resources || isKnownEarly(template, name);

function unresolved(names: readonly string[], block: string) {
  const list = [...new Set(names)].join(", ");
  return invalid(
    `Template format error: Unresolved resource dependencies [${list}] in the ${block} block of the template`,
  );
}
