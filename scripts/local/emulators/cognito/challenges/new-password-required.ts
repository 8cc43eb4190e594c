import { invalidParameter } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { requireParameter } from "../request/input.ts";
import { afterNewPassword, missingAttributes, passed } from "../steps/next-step.ts";
import { readAttributes } from "../users/attributes.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { changeUser, setPassword } from "../users/users.ts";
import { type ChallengeAnswer, type ChallengeInput, openedChallenge } from "./handles.ts";

const prefix = "userAttributes.";

/** NEW_PASSWORD_REQUIRED: the user's own password, and required attributes that are missing. A refusal keeps the session. */
export const newPasswordRequired: ChallengeAnswer = async (input, pool) => {
  const password = requireParameter(input.responses, "NEW_PASSWORD");
  const { challenge, user } = openedChallenge(pool, input, "NEW_PASSWORD_REQUIRED");
  const attributes = givenAttributes(pool, user, input);
  requirePolicy(pool.settings.passwordPolicy, password);
  challenge.spent = true;
  setPassword(pool, user, password);
  changeUser(pool, user, { status: "CONFIRMED", attributes: { ...user.attributes, ...attributes } });
  const progress = passed(challenge.progress, "NEW_PASSWORD_REQUIRED");
  return afterNewPassword(pool, user, progress, input.clientMetadata);
};

function givenAttributes(pool: Pool, user: User, { responses }: ChallengeInput): Record<string, string> {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, Value]) => ({ Name: name.slice(prefix.length), Value }));
  const attributes = readAttributes(given);
  const known = given.find(({ Name }) => user.attributes[Name]);
  if (known) throw invalidParameter(`Cannot modify an already provided ${known.Name}`);
  const missing = missingAttributes(pool, user).find((name) => !attributes[name]);
  if (missing) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  return attributes;
}
