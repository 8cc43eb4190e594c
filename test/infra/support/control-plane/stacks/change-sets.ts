/** Change sets: planned when they are made, carried out when somebody says so. */
import { randomUUID } from "node:crypto";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Account } from "../account.ts";
import { invalid } from "../template/template.ts";
import { sameValue } from "../template/values.ts";
import { noteStack } from "./events.ts";
import { type Plan, type PlanRequest, planOf } from "./plan.ts";
import { type ChangeSet, isUnderReview, type Stack } from "./stack.ts";

export interface ChangeSetRequest extends PlanRequest {
  region: string;
  stackName: string;
  name: string;
  type: "CREATE" | "UPDATE";
}

export function createChangeSet(account: Account, request: ChangeSetRequest): [Stack, ChangeSet] {
  const stack = stackFor(account, request);
  if (stack.changeSets.has(request.name)) {
    throw new ServiceError(
      "AlreadyExistsException",
      `ChangeSet ${request.name} cannot be created because a change set with the same name already exists`,
    );
  }
  const changeSet = planned(account, stack, request);
  // A template that is refused leaves no stack behind.
  if (!account.stacks.includes(stack)) account.stacks.push(stack);
  stack.changeSets.set(request.name, changeSet);
  return [stack, changeSet];
}

/** The one that is to be updated, or a new one that waits for its first change set. */
function stackFor(account: Account, { region, stackName, type }: ChangeSetRequest): Stack {
  const existing = account.stack(region, stackName);
  if (type === "UPDATE") {
    if (!existing || isUnderReview(existing)) throw invalid(`Stack [${stackName}] does not exist`);
    if (/^(ROLLBACK_COMPLETE|DELETE_FAILED)$/.test(existing.status)) {
      throw invalid(`Stack:${existing.id} is in ${existing.status} state and can not be updated.`);
    }
    return existing;
  }
  if (existing && !isUnderReview(existing)) {
    throw invalid(
      `Stack [${stackName}] already exists and cannot be created again with the changeSet [${stackName}].`,
    );
  }
  if (existing) return existing;
  const stack: Stack = {
    id: `arn:aws:cloudformation:${region}:${account.id}:stack/${stackName}/${randomUUID()}`,
    name: stackName,
    region,
    status: "",
    reason: undefined,
    createdAt: Date.now(),
    updatedAt: undefined,
    template: undefined,
    description: undefined,
    parameters: [],
    tags: [],
    outputs: [],
    imports: [],
    resources: new Map(),
    events: [],
    changeSets: new Map(),
    isProtected: false,
  };
  noteStack(stack, "REVIEW_IN_PROGRESS", "User Initiated");
  return stack;
}

const unchanged =
  "The submitted information didn't contain changes. Submit different information to create a change set.";

function planned(account: Account, stack: Stack, request: ChangeSetRequest): ChangeSet {
  const { name, region } = request;
  const made = {
    id: `arn:aws:cloudformation:${region}:${account.id}:changeSet/${name}/${randomUUID()}`,
    name,
    createdAt: Date.now(),
  };
  const plan = planOf(account, stack, request);
  if (hasChanges(stack, plan)) return { ...made, status: "CREATE_COMPLETE", reason: undefined, plan };
  return { ...made, status: "FAILED", reason: unchanged, plan: undefined };
}

function hasChanges(stack: Stack, { steps, outputs, tags, template }: Plan): boolean {
  return (
    steps.length > 0 ||
    !sameValue(outputs, stack.outputs) ||
    !sameValue(tags, stack.tags) ||
    template.Description !== stack.description
  );
}

export function changeSetOf(stack: Stack, nameOrArn: string): ChangeSet {
  const found = [...stack.changeSets.values()].find(({ id, name }) => [id, name].includes(nameOrArn));
  if (found) return found;
  throw new ServiceError("ChangeSetNotFoundException", `ChangeSet [${nameOrArn}] does not exist`, 404);
}
