/** An operation: a schema for its input, and its effect on the pool. */
import { z } from "zod";
import { requireAccess } from "../../aws/access.ts";
import { targetOperation } from "../../aws/json-service.ts";
import { verifySignature } from "../../aws/signature-v4.ts";
import type { ServiceRequest } from "../../emulator.ts";
import { type Pool, requireClient, requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { requireNamedUser } from "../users/users.ts";
import * as member from "./input.ts";

export type Answer = Record<string, unknown>;

/** Takes the raw JSON body. Throws `ServiceError`. */
export type Operation = (body: unknown, pool: Pool, request: ServiceRequest) => Promise<Answer>;
export type Operations = Readonly<Record<string, Operation>>;

type Run<Schema extends z.ZodType, Subject> = (
  subject: Subject,
  input: z.output<Schema>,
  pool: Pool,
) => unknown;

/** `run` returns the answer, or nothing for an empty one. */
export function defineOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool) => unknown,
): Operation {
  return async (body, pool) => {
    const input = member.readInput(schema, body);
    const { ClientId } = common.parse(input);
    if (ClientId !== undefined) requireClient(pool, ClientId);
    return { ...Object(await run(input, asRequested(pool, input))) };
  };
}

/** The members that are read here, for every operation that has them. */
const common = z.object({ ClientId: z.string().optional(), ClientMetadata: member.textMap });

/** The pool of one request: the triggers that it runs get its `ClientMetadata`. */
const asRequested = (pool: Pool, input: unknown): Pool => ({
  ...pool,
  clientMetadata: common.parse(input).ClientMetadata,
});

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
  run: (input: z.output<Schema>, pool: Pool) => unknown,
): Operation {
  return async (body, pool, request) => {
    const input = member.readInput(z.intersection(ofPool, schema), body);
    await authorizeCaller(request, pool);
    requirePool(pool, input.UserPoolId);
    return { ...Object(await run(input, asRequested(pool, input))) };
  };
}

const named = z.object({ Username: member.userName });

/** The same on one user, whom the input names. */
export function defineAdminOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: Run<Schema, User>,
): Operation {
  return defineSignedOperation(z.intersection(named, schema), (input, pool) =>
    run(requireNamedUser(pool, input.Username), input, pool),
  );
}

/** Throws the error that the real service answers: no or a wrong signature, or AccessDeniedException. */
async function authorizeCaller(request: ServiceRequest, pool: Pool): Promise<void> {
  const scope = { service: "cognito-idp", region: pool.region };
  const caller = await verifySignature(request, pool.findPrincipal, scope, pool.clock);
  const on = `resource: arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${pool.userPoolId}`;
  requireAccess(caller, { action: `cognito-idp:${targetOperation(request)}`, on });
}
