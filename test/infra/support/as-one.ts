import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";

const parts = z.record(z.string(), z.record(z.string(), z.unknown()));
const reference = z.strictObject({
  "Fn::GetStackOutput": z.object({ StackName: z.string(), OutputName: z.string() }),
});
const output = z.object({ Value: z.unknown() });

/** Resources and outputs of all of them, each reference from one to another replaced by what it stands for. */
export function asOne(stacks: readonly Stack[]): Template {
  const templates = new Map(
    stacks.map((stack) => [stack.stackName, Template.fromStack(stack).toJSON()] as const),
  );

  function resolved(value: unknown): unknown {
    const found = reference.safeParse(value);
    if (found.success) {
      const { StackName, OutputName } = found.data["Fn::GetStackOutput"];
      return resolved(output.parse(templates.get(StackName)?.Outputs[OutputName]).Value);
    }
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
  }

  const union = (section: string) => {
    const entries = [...templates.values()].flatMap((template) =>
      Object.entries(parts.parse({ all: template[section] ?? {} }).all ?? {}),
    );
    const names = entries.map(([name]) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) throw new Error(`In two stacks: ${twice.join(", ")}`);
    return Object.fromEntries(entries.map(([name, value]) => [name, resolved(value)]));
  };
  return Template.fromJSON({ Resources: union("Resources"), Outputs: union("Outputs") });
}
