/** Carries a plan out, resource after resource; when one fails, what was done is undone. */
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Account } from "../account.ts";
import { invalid } from "../template/template.ts";
import { note, noteStack } from "./events.ts";
import { make } from "./make.ts";
import type { Plan, Step } from "./plan.ts";
import { removeResource } from "./remove.ts";
import { isUnderReview, type Stack } from "./stack.ts";

export function execute(account: Account, stack: Stack, plan: Plan): void {
  const verb = isUnderReview(stack) ? "CREATE" : "UPDATE";
  noteStack(stack, `${verb}_IN_PROGRESS`, "User Initiated");
  const kept = new Map(stack.resources);
  const done: Step[] = [];
  try {
    for (const step of plan.steps) {
      if (step.action === "Remove") continue;
      perform(account, stack, step);
      done.push(step);
    }
    checkExports(account, stack, plan);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const rollback = verb === "CREATE" ? "ROLLBACK" : "UPDATE_ROLLBACK";
    const isUndone = undo(account, stack, done);
    stack.resources = kept;
    noteStack(stack, `${rollback}_${isUndone ? "COMPLETE" : "FAILED"}`, error.message);
    return;
  }
  adopt(stack, plan);
  cleanUp(account, stack, plan);
  noteStack(stack, `${verb}_COMPLETE`);
}

function perform(account: Account, stack: Stack, step: Step): void {
  const { resource, before, action, replacement } = step;
  const verb = action === "Add" ? "CREATE" : "UPDATE";
  note(stack, resource, `${verb}_IN_PROGRESS`);
  try {
    make(account, step);
  } catch (error) {
    if (error instanceof ServiceError) note(stack, resource, `${verb}_FAILED`, error.message);
    throw error;
  }
  if (before && replacement !== "True") account.existing.delete(before);
  account.existing.add(resource);
  stack.resources.set(resource.logicalId, resource);
  note(stack, resource, `${verb}_COMPLETE`);
}

/** False when something would not go. With `Retain` even what was made a moment ago stays, and belongs to nobody. */
function undo(account: Account, stack: Stack, done: readonly Step[]): boolean {
  const undone = [...done].reverse().map(({ resource, before, replacement }) => {
    const { DeletionPolicy } = resource.declaration;
    if (!before || replacement === "True") {
      const policy = DeletionPolicy === "RetainExceptOnCreate" ? "Delete" : DeletionPolicy;
      return removeResource(account, stack, resource, policy);
    }
    account.existing.delete(resource);
    account.existing.add(before);
    return true;
  });
  return !undone.includes(false);
}

function adopt(stack: Stack, plan: Plan): void {
  const { body, template, parameters, tags, outputs, imports } = plan;
  Object.assign(stack, { parameters, tags, outputs, imports, description: template.Description });
  stack.template = { body, content: template };
  stack.updatedAt = isUnderReview(stack) ? undefined : Date.now();
}

/** What was replaced or is no longer in the template goes last. */
function cleanUp(account: Account, stack: Stack, { steps, resources }: Plan): void {
  for (const { action, before, replacement } of steps) {
    if (!before) continue;
    const { DeletionPolicy, UpdateReplacePolicy } = before.declaration;
    if (action === "Remove") removeResource(account, stack, before, DeletionPolicy);
    else if (replacement === "True") removeResource(account, stack, before, UpdateReplacePolicy);
  }
  stack.resources = new Map(resources);
}

function checkExports(account: Account, stack: Stack, plan: Plan): void {
  const others = account.exports(stack.region).filter((each) => each.stack !== stack);
  for (const { exportName } of plan.outputs) {
    const taken = others.find((each) => exportName !== undefined && each.exportName === exportName);
    if (!taken) continue;
    throw invalid(`Export with name ${exportName} is already exported by stack ${taken.stack.name}.`);
  }
  for (const { exportName, value } of stack.outputs) {
    if (exportName === undefined || account.importers(stack.region, exportName).length === 0) continue;
    if (plan.outputs.some((each) => each.exportName === exportName && each.value === value)) continue;
    const users = account.importers(stack.region, exportName).map(({ name }) => name);
    throw invalid(`Cannot update export ${exportName} as it is in use by ${users.join(", ")}`);
  }
}
