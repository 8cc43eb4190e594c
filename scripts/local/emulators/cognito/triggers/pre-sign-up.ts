/** Source: developer guide, "Pre sign-up Lambda trigger". */
import type { PreSignUpTriggerEvent } from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import { callTrigger, sharedEvent } from "./call.ts";

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
  clientMetadata: Record<string, string> | undefined;
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
