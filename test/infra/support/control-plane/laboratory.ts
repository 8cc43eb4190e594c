/** An account to try deployments in: the stand-in, a proxy that lets nothing out, and a person with the CDK CLI. */
import { rmSync } from "node:fs";
import type { Environment } from "../../../../infra/config.ts";
import type { Account } from "./account.ts";
import { type AssemblyOptions, assemblyOf } from "./assembly.ts";
import { createPerson, type Run } from "./cdk.ts";
import { startControlPlane } from "./control-plane.ts";
import { startRefusingProxy } from "./refusing-proxy.ts";
import { resourceType } from "./schema/database.ts";
import type { Resource } from "./stacks/resource.ts";
import { isGone, type Stack } from "./stacks/stack.ts";

export interface Laboratory {
  account: Account;
  assembly(environment: Environment, options?: AssemblyOptions): string;
  cdk(assembly: string, ...command: readonly string[]): Promise<Run>;
  stack(name: string): Stack;
  /** What living stacks have of that type. */
  deployed(type: string): Resource[];
  /** Physical ids of all that living stacks have of those types, by stack and logical id. */
  ids(types?: RegExp): Record<string, string>;
  /** What was left behind by stacks that are gone. */
  leftBehind(): Resource[];
  /** Somebody else makes something of that name by hand. */
  obstruct(type: string, name: string): { remove(): void };
  /** What happened to stacks since the last time somebody asked, e.g. `CREATE_COMPLETE Portal-dev-Api`. */
  news(): string[];
  /** Calls that the stand-in does not know, and hosts that somebody tried to reach. */
  strangers(): string[];
  close(): Promise<void>;
}

export async function openLaboratory(): Promise<Laboratory> {
  const plane = await startControlPlane();
  const proxy = await startRefusingProxy();
  const person = createPerson(plane, proxy);
  const { account } = plane;
  const assemblies: string[] = [];
  const owned = () => account.alive().flatMap(({ resources }) => [...resources.values()]);
  let told = 0;
  return {
    account,
    assembly(environment, options) {
      const directory = assemblyOf(environment, account.id, options);
      assemblies.push(directory);
      return directory;
    },
    cdk: (assembly, ...command) => person.cdk(assembly, ...command),
    stack(name) {
      const found = account.stacks.find((stack) => stack.name === name && !isGone(stack));
      if (!found) throw new Error(`There is no stack ${name}`);
      return found;
    },
    deployed: (type) => owned().filter((each) => each.type === type),
    ids: (types = /./) =>
      Object.fromEntries(
        owned()
          .filter(({ type }) => types.test(type))
          .map(({ stackName, logicalId, physicalId }) => [`${stackName}/${logicalId}`, physicalId]),
      ),
    leftBehind: () => [...account.existing].filter(({ stackId }) => stackId === undefined),
    obstruct(type, name) {
      const obstacle = foreign(account, type, name);
      account.existing.add(obstacle);
      return { remove: () => account.existing.delete(obstacle) };
    },
    news() {
      const all = ends(account.stacks);
      const fresh = all.slice(told);
      told = all.length;
      return fresh;
    },
    strangers: () => [...plane.calls.filter((call) => call.endsWith("?")), ...proxy.asked],
    async close() {
      await Promise.all([plane.close(), proxy.close()]);
      person.leave();
      for (const directory of assemblies) rmSync(directory, { recursive: true });
    },
  };
}

const foreign = ({ id }: Account, type: string, name: string): Resource => ({
  stackId: undefined,
  stackName: "",
  region: "ap-northeast-1",
  accountId: id,
  logicalId: "",
  type,
  physicalId: name,
  declaration: { Type: type },
  actual: {},
  properties: { [resourceType(type)?.primaryIdentifier?.at(-1) ?? ""]: name },
  secretValue: undefined,
});

/** How each change of a stack ended, in the order in which they did. */
function ends(stacks: readonly Stack[]): string[] {
  return stacks
    .flatMap(({ name, events }) => events.map((event) => ({ name, ...event })))
    .filter(({ type, status }) => type === "AWS::CloudFormation::Stack" && !status.endsWith("_IN_PROGRESS"))
    .sort((a, b) => a.at - b.at)
    .map(({ name, status }) => `${status} ${name}`);
}
