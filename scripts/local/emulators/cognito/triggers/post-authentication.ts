/** Source: developer guide, "Post authentication Lambda trigger". */
import type { PostAuthenticationTriggerEvent } from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { callTrigger, eventAttributes, sharedEvent } from "./call.ts";

/** Runs before the tokens are handed out: what it throws turns the user away. */
export async function runPostAuthentication(
  pool: Pool,
  user: User,
  newDeviceUsed: boolean,
  clientMetadata: Record<string, string> | undefined,
): Promise<void> {
  const trigger = pool.triggers.postAuthentication;
  if (!trigger) return;
  const event: PostAuthenticationTriggerEvent = {
    ...sharedEvent(pool, user.userName),
    triggerSource: "PostAuthentication_Authentication",
    request: { userAttributes: eventAttributes(user), newDeviceUsed, clientMetadata },
    response: {},
  };
  await callTrigger("PostAuthentication", () => trigger(event), z.object({}));
}
