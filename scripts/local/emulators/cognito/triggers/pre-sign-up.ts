/** Source: developer guide, "Pre sign-up Lambda trigger". */
import type { PreSignUpTriggerEvent } from "aws-lambda";
import { z } from "zod";
import type { Pool } from "../pool.ts";
import { callTrigger, sharedEvent } from "./call.ts";

const verdict = z.object({
  autoConfirmUser: z.boolean().default(false),
  autoVerifyEmail: z.boolean().default(false),
  autoVerifyPhone: z.boolean().default(false),
});

interface NewUserRequest {
  userName: string;
  triggerSource: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser";
  userAttributes: Record<string, string>;
  validationData: Record<string, string> | undefined;
  clientMetadata: Record<string, string> | undefined;
}

/** Asks the trigger whether that user may be, and as what. Throws what `callTrigger` throws. */
export async function runPreSignUp(
  pool: Pool,
  { userName, triggerSource, ...request }: NewUserRequest,
): Promise<z.infer<typeof verdict>> {
  const trigger = pool.triggers.preSignUp;
  if (!trigger) return verdict.parse({});
  const event: PreSignUpTriggerEvent = {
    ...sharedEvent(pool, userName),
    triggerSource,
    request,
    response: verdict.parse({}),
  };
  return callTrigger("PreSignUp", () => trigger(event), verdict);
}
