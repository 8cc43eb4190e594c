/** PreSignUp, PostConfirmation and PostAuthentication. Source: developer guide, the trigger of that name. */
import type {
  PostAuthenticationTriggerEvent,
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
} from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { callTrigger, eventAttributes, sharedEvent } from "./call.ts";

type ClientMetadata = Record<string, string> | undefined;

/** To confirm the user at once is not emulated. */
const nothing = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
const verdict = z.object({
  autoConfirmUser: z.literal(false),
  autoVerifyEmail: z.literal(false),
  autoVerifyPhone: z.literal(false),
});

interface NewUserRequest {
  userName: string;
  triggerSource: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser";
  userAttributes: Record<string, string>;
  clientMetadata: ClientMetadata;
}

/** Asks the trigger whether that user may be. Throws what `callTrigger` throws. */
export async function runPreSignUp(
  pool: Pool,
  { userName, triggerSource, ...request }: NewUserRequest,
): Promise<void> {
  const trigger = pool.triggers.preSignUp;
  if (!trigger) return;
  const event: PreSignUpTriggerEvent = {
    ...sharedEvent(pool, userName),
    triggerSource,
    request,
    response: { ...nothing },
  };
  await callTrigger("PreSignUp", () => trigger(event), verdict);
}

/** Runs when the work is done already: what it throws is answered, but undoes nothing. */
export async function runPostConfirmation(
  pool: Pool,
  user: User,
  triggerSource: PostConfirmationTriggerEvent["triggerSource"],
  clientMetadata: ClientMetadata,
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

/** Runs before the tokens are handed out: what it throws turns the user away. */
export async function runPostAuthentication(
  pool: Pool,
  user: User,
  newDeviceUsed: boolean,
  clientMetadata: ClientMetadata,
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
