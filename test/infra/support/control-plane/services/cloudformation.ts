/** AWS CloudFormation, as far as the CDK CLI asks it. Source: CloudFormation API reference. */
import * as z from "zod/mini";
import type { Account } from "../account.ts";
import { changeSetOf, createChangeSet } from "../stacks/change-sets.ts";
import { execute } from "../stacks/execute.ts";
import { deleteStack } from "../stacks/remove.ts";
import type { Stack } from "../stacks/stack.ts";
import { invalid } from "../template/template.ts";
import { describeChangeSet, describeEvent, describeResource, describeStack } from "./descriptions.ts";
import { listed, type QueryCall, queryService } from "./query-protocol.ts";
import type { Service } from "./service.ts";
import { templateBodyOf } from "./template-body.ts";

const named = z.object({ StackName: z.string() });
const changeSetNamed = z.object({ StackName: z.string(), ChangeSetName: z.string() });
const pairs = z._default(z.array(z.object({ Key: z.string(), Value: z.string() })), []);
/** An empty list arrives as an empty text. */
const list = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.transform((value) => (value === "" ? undefined : value)),
    schema,
  );
const creation = z.object({
  StackName: z.string(),
  ChangeSetName: z.string(),
  ChangeSetType: z.enum(["CREATE", "UPDATE"]),
  TemplateBody: z.optional(z.string()),
  TemplateURL: z.optional(z.string()),
  RoleARN: z.optional(z.string()),
  Capabilities: list(z._default(z.array(z.string()), [])),
  Tags: list(pairs),
  Parameters: list(
    z._default(
      z.array(
        z.object({
          ParameterKey: z.string(),
          ParameterValue: z.optional(z.string()),
          UsePreviousValue: z.optional(z.string()),
        }),
      ),
      [],
    ),
  ),
});

export function cloudFormation(account: Account): Service {
  const stackNamed = ({ input, region }: QueryCall): Stack => {
    const { StackName } = z.parse(named, input);
    const stack = account.stack(region, StackName);
    if (!stack) throw invalid(`Stack with id ${StackName} does not exist`);
    return stack;
  };
  const changeSetNamedIn = (call: QueryCall) => {
    const stack = stackNamed(call);
    return { stack, changeSet: changeSetOf(stack, z.parse(changeSetNamed, call.input).ChangeSetName) };
  };

  return queryService({
    DescribeStacks(call) {
      const stacks = "StackName" in call.input ? [stackNamed(call)] : account.alive(call.region);
      return { Stacks: listed(stacks.map(describeStack)) };
    },
    GetTemplate(call) {
      // Empty while a first change set is under review.
      return { TemplateBody: stackNamed(call).template?.body ?? "" };
    },
    CreateChangeSet({ input, region }) {
      const given = z.parse(creation, input);
      checkRole(account, given.RoleARN);
      const [stack, changeSet] = createChangeSet(account, {
        region,
        stackName: given.StackName,
        name: given.ChangeSetName,
        type: given.ChangeSetType,
        body: templateBodyOf(account, given),
        capabilities: given.Capabilities,
        tags: given.Tags,
        parameters: given.Parameters.map(({ ParameterKey, ParameterValue, UsePreviousValue }) => ({
          key: ParameterKey,
          value: ParameterValue,
          usePrevious: UsePreviousValue === "true",
        })),
      });
      return { Id: changeSet.id, StackId: stack.id };
    },
    DescribeChangeSet(call) {
      const { stack, changeSet } = changeSetNamedIn(call);
      return describeChangeSet(stack, changeSet);
    },
    ExecuteChangeSet(call) {
      const { stack, changeSet } = changeSetNamedIn(call);
      if (!changeSet.plan) {
        throw invalid(`ChangeSet [${changeSet.id}] cannot be executed in its current status of [FAILED]`);
      }
      stack.changeSets.clear();
      execute(account, stack, changeSet.plan);
      return {};
    },
    DeleteChangeSet(call) {
      const { StackName, ChangeSetName } = z.parse(changeSetNamed, call.input);
      const stack = account.stack(call.region, StackName);
      const found = [...(stack?.changeSets.values() ?? [])].find(({ id, name }) =>
        [id, name].includes(ChangeSetName),
      );
      if (found) stack?.changeSets.delete(found.name);
      return {};
    },
    DescribeStackEvents(call) {
      const stack = stackNamed(call);
      return {
        StackEvents: listed(stack.events.map((event, index) => describeEvent(stack, event, index)).reverse()),
      };
    },
    ListStackResources(call) {
      const stack = stackNamed(call);
      const summaries = [...stack.resources.values()].map((each) => describeResource(stack, each));
      return { StackResourceSummaries: listed(summaries) };
    },
    DescribeStackResources(call) {
      const stack = stackNamed(call);
      const resources = [...stack.resources.values()].map((each) => describeResource(stack, each));
      return { StackResources: listed(resources) };
    },
    DeleteStack({ input, region }) {
      const { StackName } = z.parse(named, input);
      const stack = account.stack(region, StackName);
      if (stack) deleteStack(account, stack);
      return {};
    },
    UpdateTerminationProtection(call) {
      const stack = stackNamed(call);
      stack.isProtected = call.input.EnableTerminationProtection === "true";
      return { StackId: stack.id };
    },
  });
}

/** The role that CloudFormation works as must be there. */
function checkRole(account: Account, arn: string | undefined): void {
  if (arn === undefined || account.role(arn)) return;
  throw invalid(`Role ${arn} is invalid or cannot be assumed`);
}
