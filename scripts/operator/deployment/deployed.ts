/** This environment's stacks and their resources. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from "@aws-sdk/client-cloudformation";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { CommandRefused } from "../command.ts";

export interface Deployed {
  /** Returns the physical ids of the resources of that type. */
  idsOf(type: string): string[];
  /** Returns whether a stack has the resource of that type with that physical id. */
  has(type: string, id: string): boolean;
}

/** Asks CloudFormation at the first call only. */
export function deployedResources({ name, region }: Environment): () => Promise<Deployed> {
  const { data, portal } = stackNames(name);
  let asked: Promise<Deployed> | undefined;
  return () => {
    asked ??= resourcesIn(region, data, portal).then((idsOf) => ({
      idsOf,
      // CloudFormation names a record of Route 53 with or without its final dot.
      has: (type, id) => idsOf(type).some((each) => each === id || each === `${id}.`),
    }));
    return asked;
  };
}

/** Returns the physical ids of the stacks' resources by type. A stack that does not exist has none. */
export async function resourcesIn(
  region: string,
  ...stacks: readonly string[]
): Promise<(type: string) => string[]> {
  const client = new CloudFormationClient({ region });
  const resources = (await Promise.all(stacks.map((stack) => resourcesOf(client, stack)))).flat();
  return (type) =>
    resources.flatMap(({ ResourceType, PhysicalResourceId }) =>
      ResourceType === type && PhysicalResourceId !== undefined ? [PhysicalResourceId] : [],
    );
}

async function resourcesOf(client: CloudFormationClient, StackName: string): Promise<StackResourceSummary[]> {
  const found: StackResourceSummary[] = [];
  try {
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
      found.push(...StackResourceSummaries);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return found;
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
