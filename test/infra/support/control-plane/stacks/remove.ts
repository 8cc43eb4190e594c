/** Takes resources away, or leaves them behind where the template says so. */
import type { Account } from "../account.ts";
import { invalid } from "../template/template.ts";
import { note, noteStack } from "./events.ts";
import type { Resource } from "./resource.ts";
import type { Stack } from "./stack.ts";

/** False when it would not go. */
export function removeResource(
  account: Account,
  stack: Stack,
  resource: Resource,
  policy: string | undefined,
): boolean {
  if (policy === "Retain" || policy === "RetainExceptOnCreate") {
    resource.stackId = undefined;
    note(stack, resource, "DELETE_SKIPPED");
    return true;
  }
  const { DeletionProtectionEnabled, DeletionProtection } = resource.properties;
  if (DeletionProtectionEnabled === true || DeletionProtection === "ACTIVE") {
    note(stack, resource, "DELETE_FAILED", "Resource cannot be deleted while its deletion protection is on.");
    return false;
  }
  account.existing.delete(resource);
  note(stack, resource, "DELETE_COMPLETE");
  return true;
}

export function deleteStack(account: Account, stack: Stack): void {
  if (stack.isProtected) {
    throw invalid(`Stack [${stack.name}] cannot be deleted while TerminationProtection is enabled`);
  }
  noteStack(stack, "DELETE_IN_PROGRESS", "User Initiated");
  const reason = heldBy(account, stack) ?? removeAll(account, stack);
  noteStack(stack, reason === undefined ? "DELETE_COMPLETE" : "DELETE_FAILED", reason);
}

/** Why it did not succeed. */
function removeAll(account: Account, stack: Stack): string | undefined {
  const stubborn: string[] = [];
  for (const resource of [...stack.resources.values()].reverse()) {
    const { logicalId, declaration } = resource;
    if (removeResource(account, stack, resource, declaration.DeletionPolicy))
      stack.resources.delete(logicalId);
    else stubborn.push(logicalId);
  }
  if (stubborn.length === 0) return undefined;
  return `The following resource(s) failed to delete: [${stubborn.join(", ")}].`;
}

/** Why other stacks that import from it hold it fast. */
function heldBy(account: Account, stack: Stack): string | undefined {
  for (const { exportName } of stack.outputs) {
    const users = exportName === undefined ? [] : account.importers(stack.region, exportName);
    if (users.length === 0) continue;
    const names = users.map(({ name }) => name).join(", ");
    return `Delete canceled. Cannot delete export ${exportName} as it is in use by ${names}.`;
  }
  return undefined;
}
