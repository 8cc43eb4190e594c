/** Source: developer guide, "Post confirmation Lambda trigger". */
import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { callTrigger, eventAttributes, sharedEvent } from "./call.ts";

/** Runs when the work is done already: what it throws is answered, but undoes nothing. */
export async function runPostConfirmation(
  pool: Pool,
  user: User,
  triggerSource: PostConfirmationTriggerEvent["triggerSource"],
  clientMetadata: Record<string, string> | undefined,
): Promise<void> {
  const trigger = pool.triggers.postConfirmation;
  if (!trigger) return;
  const event: PostConfirmationTriggerEvent = {
    ...sharedEvent(pool, user.userName),
    triggerSource,
    request: { userAttributes: eventAttributes(user), clientMetadata },
    response: {},
  };
  await callTrigger("PostConfirmation", () => trigger(event), z.object({}));
}
