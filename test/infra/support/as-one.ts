import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";

const resource = z.object({
  Type: z.string(),
  Properties: z.optional(z.object({ Name: z.optional(z.unknown()), Value: z.optional(z.unknown()) })),
});
const template = z.object({
  Parameters: z._default(z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })), {}),
  Resources: z.record(z.string(), resource),
  Outputs: z._default(z.record(z.string(), z.object({ Value: z.unknown() })), {}),
});

const sharedValue = "AWS::SSM::Parameter";
const outputReference = z.strictObject({
  "Fn::GetStackOutput": z.object({ StackName: z.string(), OutputName: z.string() }),
});
const parameterReference = z.strictObject({ Ref: z.string() });

/** Resources and outputs of all of them, each reference from one to another replaced by what it stands for. */
export function asOne(stacks: readonly Stack[]): Template {
  const templates = new Map(
    stacks.map((stack) => {
      const json = Template.fromStack(stack).toJSON();
      return [stack.stackName, { json, ...z.parse(template, json) }] as const;
    }),
  );
  const all = [...templates.values()];

  const sharedAs = (name: unknown): unknown => {
    const [found, ...others] = all
      .flatMap(({ Resources }) => Object.values(Resources))
      .filter(({ Type, Properties }) => Type === sharedValue && Properties?.Name === name);
    if (!found || others.length > 0) throw new Error(`Not shared once: ${name}`);
    return found.Properties?.Value;
  };

  function resolved(value: unknown, own: (typeof all)[number]): unknown {
    const output = outputReference.safeParse(value).data?.["Fn::GetStackOutput"];
    if (output) {
      const producer = templates.get(output.StackName);
      if (!producer) throw new Error(`No stack ${output.StackName}`);
      return resolved(producer.Outputs[output.OutputName]?.Value, producer);
    }
    const parameter = own.Parameters[parameterReference.safeParse(value).data?.Ref ?? ""];
    if (parameter?.Type === `${sharedValue}::Value<String>`) return sharedAs(parameter.Default);
    if (Array.isArray(value)) return value.map((inner) => resolved(inner, own));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, own)]));
  }

  const union = (section: "Resources" | "Outputs") => {
    const entries = all.flatMap((own) =>
      Object.entries<object>(own.json[section] ?? {})
        .filter(([, entry]) => !("Type" in entry) || entry.Type !== sharedValue)
        .map(([name, entry]) => [name, resolved(entry, own)] as const),
    );
    const names = entries.map(([name]) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) throw new Error(`In two stacks: ${twice.join(", ")}`);
    return Object.fromEntries(entries);
  };
  return Template.fromJSON({ Resources: union("Resources"), Outputs: union("Outputs") });
}
