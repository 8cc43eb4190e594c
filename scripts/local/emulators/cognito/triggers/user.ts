/** PreSignUp, PostConfirmation and PostAuthentication. Source: developer guide, the trigger of that name. */
import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { callTrigger, eventAttributes } from "./call.ts";

/** To confirm the user at once is not emulated. */
const nothing = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
const verdict = z.object({
  autoConfirmUser: z.literal(false),
  autoVerifyEmail: z.literal(false),
  autoVerifyPhone: z.literal(false),
});

/** Asks the trigger whether that user may be. Throws what `callTrigger` throws. */
export async function runPreSignUp(
  pool: Pool,
  triggerSource: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser",
  userName: string,
  userAttributes: Record<string, string>,
): Promise<void> {
  const event = { userName, triggerSource, request: { userAttributes }, response: { ...nothing } };
  await callTrigger(pool, "preSignUp", event, verdict);
}

/** Runs when the work is done already: what it throws is answered, but undoes nothing. */
export async function runPostConfirmation(
  pool: Pool,
  user: User,
  triggerSource: PostConfirmationTriggerEvent["triggerSource"],
): Promise<void> {
  const request = { userAttributes: eventAttributes(user) };
  const event = { userName: user.userName, triggerSource, request, response: {} };
  await callTrigger(pool, "postConfirmation", event, z.object({}));
}

/** Runs before the tokens are handed out: what it throws turns the user away. */
export async function runPostAuthentication(pool: Pool, user: User, newDeviceUsed: boolean): Promise<void> {
  const triggerSource = "PostAuthentication_Authentication" as const;
  const request = { userAttributes: eventAttributes(user), newDeviceUsed };
  const event = { userName: user.userName, triggerSource, request, response: {} };
  await callTrigger(pool, "postAuthentication", event, z.object({}));
}
