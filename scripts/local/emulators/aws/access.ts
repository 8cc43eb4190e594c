/** IAM's part: may this principal do that, and the sentence AWS answers when it may not. */
import type { AccessContext, Principal } from "../emulator.ts";
import { ServiceError } from "./service-error.ts";

interface Access {
  action: string;
  /** The resource, as the service names it in IAM's message. */
  on: string;
  context?: AccessContext;
  /** Of the refusal, where the service does not answer as the JSON ones do. */
  code?: string;
  status?: number;
}

/** Throws IAM's refusal. */
export function requireAccess(
  principal: Principal,
  { action, on, context, code = "AccessDeniedException", status }: Access,
): void {
  if (principal.allows(action, context)) return;
  const user = `User: arn:aws:sts::000000000000:assumed-role/${principal.name}/${principal.name}`;
  const reason = `because no identity-based policy allows the ${action} action`;
  throw new ServiceError(code, `${user} is not authorized to perform: ${action} on ${on} ${reason}`, status);
}
