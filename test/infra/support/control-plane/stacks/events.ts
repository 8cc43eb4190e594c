/** What happens to a stack, in the order in which it happens. */
import type { Resource } from "./resource.ts";
import type { Stack } from "./stack.ts";

let latest = 0;
/** No two at once, so that whoever sorts them by time finds the order in which they came. */
function now(): number {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}

export function note(stack: Stack, resource: Resource, status: string, reason?: string): void {
  const { logicalId, physicalId, type } = resource;
  stack.events.push({ at: now(), logicalId, physicalId, type, status, reason });
}

/** The stack itself is in its events as one of its resources. */
export function noteStack(stack: Stack, status: string, reason?: string): void {
  Object.assign(stack, { status, reason });
  const itself = { logicalId: stack.name, physicalId: stack.id, type: "AWS::CloudFormation::Stack" };
  stack.events.push({ at: now(), ...itself, status, reason });
}
