/** An operation: a schema for its input, and its effect on the pool. */
import { z } from "zod";
import { requireAccess } from "../../aws/access.ts";
import { targetOperation } from "../../aws/json-service.ts";
import { verifySignature } from "../../aws/signature-v4.ts";
import type { ServiceRequest } from "../../emulator.ts";
import { userDoesNotExist } from "../errors.ts";
import { type Pool, requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { findUserOrSub } from "../users/users.ts";
import * as member from "./input.ts";

export type Answer = Record<string, unknown>;

/** Takes the raw JSON body. Throws `ServiceError`. */
export type Operation = (body: unknown, pool: Pool, request: ServiceRequest) => Promise<Answer>;
export type Operations = Readonly<Record<string, Operation>>;

type Run<Schema extends z.ZodType, Subject> = (
  subject: Subject,
  input: z.output<Schema>,
  pool: Pool,
) => Answer | Promise<Answer>;

export function defineOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool) => Answer | Promise<Answer>,
): Operation {
  return async (body, pool) => run(member.readInput(schema, body), pool);
}

const owner = z.object({ AccessToken: member.token });

/** On the user whose access token it is; `schema` is what the input holds beside it. */
export function defineUserOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: Run<Schema, { user: User; userKey: string; signIn: SignIn }>,
): Operation {
  return defineOperation(z.intersection(owner, schema), async (input, pool) =>
    run(await requireAccessToken(pool, input.AccessToken), input, pool),
  );
}

const ofPool = z.object({ UserPoolId: member.userPoolId });

/** Signed by a role that IAM allows it; `schema` is what the input holds beside the pool. */
export function defineSignedOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool) => Answer | Promise<Answer>,
): Operation {
  return async (body, pool, request) => {
    const input = member.readInput(z.intersection(ofPool, schema), body);
    await authorizeCaller(request, pool);
    requirePool(pool, input.UserPoolId);
    return run(input, pool);
  };
}

const named = z.object({ Username: member.userName });

/** The same on one user, whom the input names. */
export function defineAdminOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: Run<Schema, User>,
): Operation {
  return defineSignedOperation(z.intersection(named, schema), (input, pool) => {
    const user = findUserOrSub(pool, input.Username);
    if (!user) throw userDoesNotExist();
    return run(user, input, pool);
  });
}

/** Throws the error that the real service answers: no or a wrong signature, or AccessDeniedException. */
async function authorizeCaller(request: ServiceRequest, pool: Pool): Promise<void> {
  const scope = { service: "cognito-idp", region: pool.region };
  const caller = await verifySignature(request, pool.findPrincipal, scope, pool.clock);
  const on = `resource: arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${pool.userPoolId}`;
  requireAccess(caller, { action: `cognito-idp:${targetOperation(request)}`, on });
}
