import { pose } from "../challenges/handles.ts";
import type { Pool } from "../pool.ts";
import type { Progress } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import type { Answer } from "../request/operation.ts";

/** NEW_PASSWORD_REQUIRED, for a password that an administrator set. */
export function askNewPassword(pool: Pool, user: User, progress: Progress): Answer {
  const missing = missingAttributes(pool, user).map((name) => `userAttributes.${name}`);
  return pose(
    pool,
    { kind: "NEW_PASSWORD_REQUIRED", progress },
    {
      USER_ID_FOR_SRP: user.userName,
      requiredAttributes: JSON.stringify(missing),
      userAttributes: JSON.stringify(user.attributes),
    },
  );
}

export function missingAttributes(pool: Pool, { attributes }: User): string[] {
  return pool.settings.requiredAttributes.filter((name) => !attributes[name]);
}
