/** This environment's stacks and their resources. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { CommandRefused } from "../command.ts";

export interface Deployed {
  /** Returns whether a stack has the resource of that type with that physical id. */
  has(type: string, id: string): boolean;
  /** Returns whether a stack has any resource of that type. */
  hasAny(type: string): boolean;
  /** Returns the physical ids of the resources of that type. */
  idsOf(type: string): string[];
}

/** Asks CloudFormation at the first call only. A stack that does not exist has no resources. */
export function deployedResources({ name, region }: Environment): () => Promise<Deployed> {
  const { data, portal } = stackNames(name);
  const client = new CloudFormationClient({ region });
  let asked: Promise<Deployed> | undefined;
  return () => {
    asked ??= Promise.all([data, portal].map((stack) => resourcesOf(client, stack))).then((lists) => {
      const held = new Set(lists.flat());
      const idsOf = (type: string): string[] =>
        [...held].filter((each) => each.startsWith(`${type} `)).map((each) => each.slice(type.length + 1));
      // CloudFormation names a record of Route 53 with or without its final dot.
      return {
        has: (type, id) => held.has(`${type} ${id}`) || held.has(`${type} ${id}.`),
        hasAny: (type) => idsOf(type).length > 0,
        idsOf,
      };
    });
    return asked;
  };
}

/** Type and physical id of each resource. */
async function resourcesOf(client: CloudFormationClient, StackName: string): Promise<string[]> {
  const held: string[] = [];
  try {
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
      for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
        held.push(`${ResourceType} ${PhysicalResourceId}`);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return held;
}

/** The physical ids of a stack's resources by type; none without the stack. */
export async function resourcesIn(region: string, stack: string): Promise<(type: string) => string[]> {
  const held = await resourcesOf(new CloudFormationClient({ region }), stack);
  return (type) => held.flatMap((each) => (each.startsWith(`${type} `) ? [each.slice(type.length + 1)] : []));
}

/** CloudFormation's answer for a stack that does not exist; it has no error of its own. */
const isMissing = (error: unknown): boolean => error instanceof Error && /does not exist/.test(error.message);

export interface Stack {
  /** As CloudFormation says, e.g. `UPDATE_COMPLETE`. */
  status: string;
  outputs: ReadonlyMap<string, string>;
  /** Throws `CommandRefused` for an output that the stack does not have. */
  output(name: string): string;
}

/** Undefined for a stack that does not exist. */
export async function findStack(region: string, StackName: string): Promise<Stack | undefined> {
  const client = new CloudFormationClient({ region });
  const { Stacks: [stack] = [] } = await client
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      if (isMissing(error)) return { Stacks: [] };
      throw error;
    });
  if (!stack) return undefined;
  const outputs = new Map(
    stack.Outputs?.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]),
  );
  return {
    status: stack.StackStatus ?? "",
    outputs,
    output(name) {
      const value = outputs.get(name);
      if (value !== undefined) return value;
      throw new CommandRefused(`${StackName} has no output ${name}: deploy it first.`);
    },
  };
}

/** Throws `CommandRefused` for a stack that does not exist. */
export async function readStack({ region }: Environment, name: string): Promise<Stack> {
  const stack = await findStack(region, name);
  if (stack) return stack;
  throw new CommandRefused(`${name} is not deployed.`);
}
