/** Operations that IAM guards: who signed the request, and may they do that. */
import { denialOf } from "../../aws/access.ts";
import { ServiceError } from "../../aws/service-error.ts";
import { verifySignature } from "../../aws/signature-v4.ts";
import type { ServiceRequest } from "../../emulator.ts";
import type { Pool } from "../pool.ts";

/** Throws the error that the real service answers: no or a wrong signature, or AccessDeniedException. */
export async function authorizeCaller(request: ServiceRequest, pool: Pool, action: string): Promise<void> {
  const scope = { service: "cognito-idp", region: pool.region };
  const check = await verifySignature(request, pool.findPrincipal, scope, pool.clock);
  if (!check.ok) throw new ServiceError(check.code, check.message, check.status);
  const pools = `resource: arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${pool.userPoolId}`;
  const denial = denialOf(check.principal, action, pools);
  if (denial !== undefined) throw new ServiceError("AccessDeniedException", denial);
}
