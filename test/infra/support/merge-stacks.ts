import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";

const exportName = z.object({ Export: z.object({ Name: z.string() }) });
const importedValue = z.strictObject({ "Fn::ImportValue": z.string() });
const stackOutput = z.strictObject({
  "Fn::GetStackOutput": z.looseObject({ StackName: z.string(), OutputName: z.string() }),
});
const output = z.looseObject({ Value: z.unknown() });
const template = z.looseObject({
  Resources: z.record(z.string(), z.unknown()),
  Outputs: z._default(z.record(z.string(), output), {}),
});

/** The stacks as one template, with the referenced value in the place of each cross-stack reference. */
export function mergeStacks(stacks: readonly Stack[]): Template {
  const templates = new Map(
    stacks.map((stack) => [stack.stackName, z.parse(template, Template.fromStack(stack).toJSON())]),
  );
  const outputs = [...templates.values()].flatMap(({ Outputs }) => Object.entries(Outputs));
  const exports = new Map(
    outputs.flatMap(([, each]) => {
      const found = exportName.safeParse(each);
      return found.success ? [[found.data.Export.Name, each.Value] as const] : [];
    }),
  );

  function resolved(value: unknown): unknown {
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
    Object.entries(Resources).map(([id, resource]) => [id, resolved(resource)] as const),
  );
  const ids = resources.map(([id]) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (repeated.length > 0) throw new Error(`In two stacks: ${repeated.join(", ")}`);
  return Template.fromJSON({
    Resources: Object.fromEntries(resources),
    Outputs: Object.fromEntries(outputs.map(([id, each]) => [id, resolved(each)])),
  });
}
