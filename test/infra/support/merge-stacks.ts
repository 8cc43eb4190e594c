import { NestedStack, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";

const exportName = z.object({ Export: z.object({ Name: z.string() }) });
const importedValue = z.strictObject({ "Fn::ImportValue": z.string() });
const stackOutput = z.strictObject({
  "Fn::GetStackOutput": z.looseObject({ StackName: z.string(), OutputName: z.string() }),
});
const nestedStack = z.object({
  Type: z.literal("AWS::CloudFormation::Stack"),
  Properties: z.object({ Parameters: z._default(z.record(z.string(), z.unknown()), {}) }),
});
const reference = z.strictObject({ Ref: z.string() });
const attribute = z.strictObject({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) });
const output = z.looseObject({ Value: z.unknown() });
const resource = z.looseObject({ Type: z.string(), Metadata: z.optional(z.unknown()) });
const template = z.looseObject({
  Resources: z.record(z.string(), resource),
  Parameters: z._default(z.record(z.string(), z.unknown()), {}),
  Outputs: z._default(z.record(z.string(), output), {}),
});

const nestedIn = (stack: Stack): NestedStack[] =>
  stack.node.findAll().filter((each) => each instanceof NestedStack);

/** Every template of these stacks, by the path of its construct: a stack's own, then those that are nested in it. */
export const templatesOf = (stacks: readonly Stack[]) =>
  new Map(
    stacks
      .flatMap((stack) => [stack, ...nestedIn(stack)])
      .map((stack) => [stack.node.path, z.parse(template, Template.fromStack(stack).toJSON())]),
  );

/** The stacks as one template, with the referenced value in the place of each reference to another or a nested stack. */
export function mergeStacks(stacks: readonly Stack[]): Template {
  const templates = templatesOf(stacks);
  /** Of a nested stack's parameters, whose names are the same in each, and of its outputs. */
  const values = new Map<string, unknown>();
  for (const stack of stacks)
    for (const { node, nestedStackResource } of nestedIn(stack)) {
      const id: string = stack.resolve(nestedStackResource?.logicalId);
      const { Properties } = z.parse(nestedStack, templates.get(stack.node.path)?.Resources[id]);
      for (const [name, value] of Object.entries(Properties.Parameters)) values.set(name, value);
      for (const [name, { Value }] of Object.entries(templates.get(node.path)?.Outputs ?? {}))
        values.set(`${id}.Outputs.${name}`, Value);
    }
  const outputs = stacks.flatMap(({ node }) => Object.entries(templates.get(node.path)?.Outputs ?? {}));
  const exports = new Map(
    outputs.flatMap(([, each]) => {
      const found = exportName.safeParse(each);
      return found.success ? [[found.data.Export.Name, each.Value] as const] : [];
    }),
  );

  function resolved(value: unknown): unknown {
    const passed =
      reference.safeParse(value).data?.Ref ?? attribute.safeParse(value).data?.["Fn::GetAtt"].join(".");
    if (passed !== undefined && values.has(passed)) return resolved(values.get(passed));
    const name = importedValue.safeParse(value).data?.["Fn::ImportValue"];
    if (name !== undefined) {
      if (!exports.has(name)) throw new Error(`No stack exports ${name}`);
      return exports.get(name);
    }
    const read = stackOutput.safeParse(value).data?.["Fn::GetStackOutput"];
    if (read) {
      const found = templates.get(read.StackName)?.Outputs[read.OutputName];
      if (!found) throw new Error(`${read.StackName} has no output ${read.OutputName}`);
      return found.Value;
    }
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
  }

  const resources = [...templates.values()].flatMap(({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) => !nestedStack.safeParse(resource).success)
      .map(([id, resource]) => [id, resolved(resource)] as const),
  );
  const ids = resources.map(([id]) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (repeated.length > 0) throw new Error(`In two stacks: ${repeated.join(", ")}`);
  return Template.fromJSON({
    Resources: Object.fromEntries(resources),
    Outputs: Object.fromEntries(outputs.map(([id, each]) => [id, resolved(each)])),
  });
}
