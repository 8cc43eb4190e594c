/** What a change set would do: the template evaluated against the account as it is now, and compared with the stack. */
import type { Account } from "../account.ts";
import { isCustom, resourceType } from "../schema/database.ts";
import { checkReferences } from "../template/check-references.ts";
import { evaluate, type Scope } from "../template/evaluate.ts";
import { inOrder } from "../template/order.ts";
import { type GivenParameter, parametersOf, type StackParameter } from "../template/parameters.ts";
import { invalid, type ResourceDeclaration, readTemplate, type Template } from "../template/template.ts";
import { isObject, type JsonObject, sameValue } from "../template/values.ts";
import { checkCapabilities } from "./capabilities.ts";
import { physicalIdOf, randomText } from "./physical-id.ts";
import type { Resource } from "./resource.ts";
import { checkRules, scopeOf } from "./scope.ts";
import type { Output, Stack, Tag } from "./stack.ts";

export interface Step {
  action: "Add" | "Modify" | "Remove";
  /** As it will be; of a removal, as it was. */
  resource: Resource;
  before: Resource | undefined;
  /** Names of properties. */
  changed: readonly string[];
  /** What of it changes: `Properties`, or what the template says beside them, such as `DeletionPolicy`. */
  scopes: readonly string[];
  replacement: "True" | "False" | "Conditional";
}

export interface Plan {
  body: string;
  template: Template;
  parameters: readonly StackParameter[];
  tags: readonly Tag[];
  steps: readonly Step[];
  /** Of the whole stack as it will be, in the order in which they depend on each other. */
  resources: ReadonlyMap<string, Resource>;
  outputs: readonly Output[];
  imports: readonly string[];
}

export interface PlanRequest {
  body: string;
  parameters: readonly GivenParameter[];
  capabilities: readonly string[];
  tags: readonly Tag[];
}

export function planOf(account: Account, stack: Stack, request: PlanRequest): Plan {
  const template = readTemplate(request.body);
  checkReferences(template);
  const order = inOrder(template);
  checkCapabilities(template, request.capabilities);
  const parameters = parametersOf(template, {
    given: request.parameters,
    previous: stack.parameters,
    stored: (name) => account.parameter(stack.region, name),
  });
  const resources = new Map<string, Resource>();
  const imports = new Set<string>();
  const scope = scopeOf({
    account,
    stack,
    template,
    parameters,
    resources,
    onImport: (name) => imports.add(name),
  });
  checkRules(template, scope);

  const steps: Step[] = [];
  for (const id of order) {
    const declaration = template.Resources[id];
    if (!declaration || !isWanted(declaration, scope)) continue;
    const step = stepFor(id, declaration, propertiesOf(declaration, scope), account, stack);
    const unchanged = step.scopes.length === 0 ? step.before : undefined;
    resources.set(id, unchanged ?? step.resource);
    if (!unchanged) steps.push(step);
  }
  return {
    body: request.body,
    template,
    parameters,
    tags: request.tags,
    steps: [...steps, ...removals(stack, resources)],
    resources,
    outputs: outputsOf(template, scope),
    imports: [...imports],
  };
}

const isWanted = ({ Condition }: { Condition?: string | undefined }, scope: Scope): boolean =>
  Condition === undefined || scope.condition(Condition);

function propertiesOf({ Properties = {} }: ResourceDeclaration, scope: Scope): JsonObject {
  const properties = evaluate(Properties, scope);
  return isObject(properties) ? properties : {};
}

function stepFor(
  logicalId: string,
  declaration: ResourceDeclaration,
  properties: JsonObject,
  account: Account,
  stack: Stack,
): Step {
  const { Type: type } = declaration;
  const before = stack.resources.get(logicalId);
  if (before && before.type !== type) {
    throw invalid(
      `Update of resource type is not permitted. The new template modifies resource type of the following resources: [${logicalId}]`,
    );
  }
  const own = { stackName: stack.name, region: stack.region, accountId: account.id, logicalId, type };
  const identity = { ...own, properties };
  const changed = before ? changedProperties(before.properties, properties) : [];
  const replacement = replacementBy(type, changed);
  const isKept = before !== undefined && replacement !== "True";
  const resource: Resource = {
    ...identity,
    actual: properties,
    stackId: stack.id,
    declaration,
    physicalId: isKept ? before.physicalId : physicalIdOf(identity),
    secretValue: isKept ? before.secretValue : generatedSecret(type, properties),
  };
  const scopes = before
    ? [...(changed.length > 0 ? ["Properties"] : []), ...aroundIt(before, declaration)]
    : [];
  return { action: before ? "Modify" : "Add", resource, before, changed, scopes, replacement };
}

const changedProperties = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameValue(before[name], after[name]),
  );

export function replacementBy(type: string, changed: readonly string[]): Step["replacement"] {
  if (isCustom(type)) return "False";
  const effects = changed.map((name) => resourceType(type)?.properties[name]?.causesReplacement);
  if (effects.includes("yes")) return "True";
  return effects.includes("maybe") ? "Conditional" : "False";
}

const aroundIt = ({ declaration }: Resource, after: ResourceDeclaration): string[] =>
  (["Metadata", "DeletionPolicy", "UpdateReplacePolicy", "UpdatePolicy"] as const).filter(
    (name) => !sameValue(declaration[name], after[name]),
  );

/** Long enough for whatever was asked for. */
function generatedSecret(
  type: string,
  { GenerateSecretString, SecretString }: JsonObject,
): string | undefined {
  if (type !== "AWS::SecretsManager::Secret") return undefined;
  if (typeof SecretString === "string") return SecretString;
  if (!isObject(GenerateSecretString)) return undefined;
  const { PasswordLength = 32, SecretStringTemplate, GenerateStringKey } = GenerateSecretString;
  const text = randomText(Number(PasswordLength));
  if (SecretStringTemplate === undefined) return text;
  return JSON.stringify({ ...JSON.parse(String(SecretStringTemplate)), [String(GenerateStringKey)]: text });
}

/** What depends on others goes before them. */
function removals(stack: Stack, wanted: ReadonlyMap<string, Resource>): Step[] {
  return [...stack.resources.values()]
    .filter(({ logicalId }) => !wanted.has(logicalId))
    .reverse()
    .map((resource) => ({
      action: "Remove",
      resource,
      before: resource,
      changed: [],
      scopes: [],
      replacement: "False",
    }));
}

function outputsOf({ Outputs }: Template, scope: Scope): Output[] {
  return Object.entries(Outputs)
    .filter(([, output]) => isWanted(output, scope))
    .map(([key, { Value, Description, Export }]) => {
      const value = evaluate(Value, scope);
      if (!["string", "number", "boolean"].includes(typeof value)) {
        throw invalid("Template format error: Every Value member must be a string.");
      }
      return {
        key,
        value: String(value),
        description: Description,
        exportName: Export === undefined ? undefined : String(evaluate(Export.Name, scope)),
      };
    });
}
