/** What names in a template lead to while a stack is planned. */
import type { Account } from "../account.ts";
import { evaluate, noValue, type Scope } from "../template/evaluate.ts";
import type { StackParameter } from "../template/parameters.ts";
import { invalid, type Template } from "../template/template.ts";
import { attributeOf } from "./attributes.ts";
import type { Resource } from "./resource.ts";
import { isGone, isUnderReview, type Stack } from "./stack.ts";

interface Planned {
  account: Account;
  stack: Stack;
  template: Template;
  parameters: readonly StackParameter[];
  /** By logical id, as far as they are planned. */
  resources: ReadonlyMap<string, Resource>;
  /** Told of every export that is used. */
  onImport(name: string): void;
}

export function scopeOf(planned: Planned): Scope {
  const { account, stack, template, parameters, resources } = planned;
  const pseudo: Record<string, unknown> = {
    "AWS::AccountId": account.id,
    "AWS::NoValue": noValue,
    "AWS::NotificationARNs": [],
    "AWS::Partition": "aws",
    "AWS::Region": stack.region,
    "AWS::StackId": stack.id,
    "AWS::StackName": stack.name,
    "AWS::URLSuffix": "amazonaws.com",
  };
  const resource = (id: string): Resource => {
    const found = resources.get(id);
    // Its condition is false.
    if (!found) throw invalid(`Template format error: Unresolved resource dependencies [${id}]`);
    return found;
  };

  const scope: Scope = {
    value(name) {
      if (name in pseudo) return pseudo[name];
      return parameters.find(({ key }) => key === name)?.value ?? resource(name).physicalId;
    },
    attribute: (id, name) => attributeOf(resource(id), name),
    condition: (name) => evaluate(template.Conditions[name], scope) === true,
    mappings: template.Mappings,
    stackOutput: ({ stackName, outputName, region = stack.region }) =>
      outputOf(account.stack(region, stackName), stackName, outputName),
    exported(name) {
      const found = account.exports(stack.region).find(({ exportName }) => exportName === name);
      if (!found) throw invalid(`No export named ${name} found.`);
      planned.onImport(name);
      return found.value;
    },
  };
  return scope;
}

/** AWS documents no wording for these two; the first is DescribeStacks' own. */
function outputOf(stack: Stack | undefined, stackName: string, outputName: string): string {
  if (!stack || isGone(stack) || isUnderReview(stack)) {
    throw invalid(`Stack with id ${stackName} does not exist`);
  }
  const output = stack.outputs.find(({ key }) => key === outputName);
  if (!output) throw invalid(`Output ${outputName} does not exist in stack ${stackName}`);
  return output.value;
}

/** A template's own demands on its parameters. Source: User Guide, "CloudFormation template Rules syntax". */
export function checkRules({ Rules }: Template, scope: Scope): void {
  for (const { RuleCondition, Assertions } of Object.values(Rules)) {
    if (RuleCondition !== undefined && evaluate(RuleCondition, scope) !== true) continue;
    for (const { Assert, AssertDescription } of Assertions) {
      if (evaluate(Assert, scope) !== true) {
        throw invalid(
          `Template validation error: ${AssertDescription ?? "a rule's assertion does not hold"}`,
        );
      }
    }
  }
}
