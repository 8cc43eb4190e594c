/** IAM's part: may this principal do that, and the sentence AWS answers when it may not. */
import type { Principal } from "../emulator.ts";

type AccessContext = Parameters<Principal["allows"]>[1];

/** Undefined when allowed, else IAM's message. `on` is how the service names the resource in it. */
export function denialOf(
  principal: Principal,
  action: string,
  on: string,
  context?: AccessContext,
): string | undefined {
  if (principal.allows(action, context)) return undefined;
  const user = `User: ${principalArn(principal)}`;
  return `${user} is not authorized to perform: ${action} on ${on} because no identity-based policy allows the ${action} action`;
}

export function principalArn(principal: Principal): string {
  return `arn:aws:sts::000000000000:assumed-role/${principal.name}/${principal.name}`;
}
