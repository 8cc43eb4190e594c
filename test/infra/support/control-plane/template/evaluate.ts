/** CloudFormation's intrinsic functions. Source: Template Reference, "Intrinsic function reference". */
import { invalid } from "./template.ts";
import {
  attributeNamed,
  functionCall,
  isObject,
  type JsonObject,
  listOf,
  placeholder,
  sameValue,
  substitution,
} from "./values.ts";

/** Where names lead to. */
export interface Scope {
  /** A parameter, a pseudo parameter or what a resource is called. */
  value(name: string): unknown;
  attribute(id: string, name: string): unknown;
  condition(name: string): boolean;
  mappings: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  stackOutput(of: { stackName: string; outputName: string; region: string | undefined }): string;
  exported(name: string): string;
}

/** What `AWS::NoValue` stands for: the property is left out. */
export const noValue = Symbol("AWS::NoValue");

export function evaluate(value: unknown, scope: Scope): unknown {
  const call = functionCall(value);
  if (call && isFunction(call)) return run(...call, scope);
  if (Array.isArray(value)) {
    return value.map((each) => evaluate(each, scope)).filter((each) => each !== noValue);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, evaluate(inner, scope)]);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== noValue));
}

/** A statement of a policy may have no member but `Condition`, which is then no function. */
const isFunction = ([name, argument]: readonly [string, unknown]): boolean =>
  name !== "Condition" || typeof argument === "string";

function run(name: string, argument: unknown, scope: Scope): unknown {
  const found = functions[name];
  if (!found) throw invalid(`Template format error: Unrecognized intrinsic function: ${name}`);
  return found(argument, scope);
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const functions: Record<string, Intrinsic> = {
  Ref: (name, scope) => scope.value(String(name)),
  "Fn::GetAtt": (argument, scope) => scope.attribute(...attributeNamed(argument)),
  "Fn::Join": join,
  "Fn::Split": split,
  "Fn::Select": select,
  "Fn::Sub": sub,
  "Fn::FindInMap": findInMap,
  "Fn::Base64": (argument, scope) => Buffer.from(asText(evaluate(argument, scope))).toString("base64"),
  "Fn::If"(argument, scope) {
    const [condition, whenTrue, whenFalse] = listOf(argument);
    return evaluate(scope.condition(String(condition)) ? whenTrue : whenFalse, scope);
  },
  "Fn::GetStackOutput"(argument, scope) {
    const { StackName, OutputName, Region } = membersOf(evaluate(argument, scope));
    return scope.stackOutput({
      stackName: asText(StackName),
      outputName: asText(OutputName),
      region: Region === undefined ? undefined : asText(Region),
    });
  },
  "Fn::ImportValue": (argument, scope) => scope.exported(asText(evaluate(argument, scope))),
  Condition: (name, scope) => scope.condition(String(name)),
  "Fn::Equals"(argument, scope) {
    const [left, right] = listOf(evaluate(argument, scope));
    return sameValue(left, right);
  },
  "Fn::Not": (argument, scope) => listOf(evaluate(argument, scope))[0] !== true,
  "Fn::And": (argument, scope) => listOf(evaluate(argument, scope)).every((each) => each === true),
  "Fn::Or": (argument, scope) => listOf(evaluate(argument, scope)).includes(true),
  "Fn::Contains"(argument, scope) {
    const [list, wanted] = listOf(evaluate(argument, scope));
    return listOf(list).includes(wanted);
  },
};

function join(argument: unknown, scope: Scope): string {
  const [delimiter, list] = listOf(evaluate(argument, scope));
  if (typeof delimiter !== "string" || !Array.isArray(list)) {
    throw invalid(
      "Template error: every Fn::Join object requires two parameters, (1) a string delimiter and (2) a list of strings to be joined",
    );
  }
  return list.map(asText).join(delimiter);
}

function split(argument: unknown, scope: Scope): string[] {
  const [delimiter, text] = listOf(evaluate(argument, scope));
  if (typeof delimiter !== "string" || typeof text !== "string") {
    throw invalid(
      "Template error: every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be split",
    );
  }
  return text.split(delimiter);
}

function select(argument: unknown, scope: Scope): unknown {
  const [index, list] = listOf(evaluate(argument, scope));
  const found = listOf(list)[Number(index)];
  if (found === undefined) {
    throw invalid(`Template error: Fn::Select cannot select nonexistent value at index ${index}`);
  }
  return found;
}

function sub(argument: unknown, scope: Scope): string {
  const [text, variables] = substitution(argument);
  const meant = (name: string): unknown => {
    if (name in variables) return evaluate(variables[name], scope);
    return name.includes(".") ? scope.attribute(...attributeNamed(name)) : scope.value(name);
  };
  return text.replace(placeholder, (_, name: string) => asText(meant(name.trim()))).replaceAll("${!", "${");
}

function findInMap(argument: unknown, scope: Scope): unknown {
  const [map, top, second] = listOf(evaluate(argument, scope)).map(asText);
  const found = scope.mappings[map ?? ""]?.[top ?? ""]?.[second ?? ""];
  if (found === undefined) {
    throw invalid(`Template error: Unable to get mapping for ${map}::${top}::${second}`);
  }
  return found;
}

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function asText(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  throw invalid(`Template error: a string was expected, not ${JSON.stringify(value)}`);
}
