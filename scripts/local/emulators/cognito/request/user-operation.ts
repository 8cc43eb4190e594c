/** Operations on one user, who is there by the access token, or named by an administrator's signed request. */
import { z } from "zod";
import { userDoesNotExist } from "../errors.ts";
import { type Pool, requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { findUserOrSub } from "../users/users.ts";
import { authorizeCaller } from "./authorize-caller.ts";
import * as member from "./input.ts";
import { type Answer, defineOperation, type Operation } from "./operation.ts";

type Run<Schema extends z.ZodType, Subject> = (
  subject: Subject,
  input: z.output<Schema>,
  pool: Pool,
) => Answer | Promise<Answer>;

const owner = z.object({ AccessToken: member.token });
const named = z.object({ UserPoolId: member.userPoolId, Username: member.userName });

/** `schema` is what the input holds beside the access token. */
export function defineUserOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: Run<Schema, { user: User; signIn: SignIn }>,
): Operation {
  return defineOperation(z.intersection(owner, schema), async (input, pool) =>
    run(await requireAccessToken(pool, input.AccessToken), input, pool),
  );
}

/** `schema` is what the input holds beside pool and user; IAM is asked for `cognito-idp:<name>`. */
export function defineAdminOperation<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  run: Run<Schema, User>,
): Operation {
  return defineOperation(z.intersection(named, schema), async (input, pool, request) => {
    await authorizeCaller(request, pool, `cognito-idp:${name}`);
    requirePool(pool, input.UserPoolId);
    const user = findUserOrSub(pool, input.Username);
    if (!user) throw userDoesNotExist();
    return run(user, input, pool);
  });
}
