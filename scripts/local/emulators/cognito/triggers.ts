/** Lambda triggers of the pool. Source: developer guide, "Pre sign-up Lambda trigger". */
import { z } from "zod";
import { ServiceError } from "../aws/service-error.ts";
import type { Pool, PreSignUpEvent } from "./pool.ts";

const answer = z.object({
  response: z.object({
    autoConfirmUser: z.boolean().default(false),
    autoVerifyEmail: z.boolean().default(false),
  }),
});

interface SignUpRequest {
  userName: string;
  userAttributes: Record<string, string>;
  validationData: Record<string, string> | undefined;
  clientMetadata: Record<string, string> | undefined;
}

/**
 * Asks the pre-sign-up trigger, if there is one.
 * Throws UserLambdaValidationException when it throws, InvalidLambdaResponseException when it forgets to return the event.
 */
export async function runPreSignUp(
  pool: Pool,
  request: SignUpRequest,
): Promise<z.infer<typeof answer>["response"]> {
  const trigger = pool.triggers.preSignUp;
  if (!trigger) return { autoConfirmUser: false, autoVerifyEmail: false };
  const returned = answer.safeParse(await callTrigger(() => trigger(preSignUpEvent(pool, request))));
  if (!returned.success)
    throw new ServiceError("InvalidLambdaResponseException", "Unrecognizable lambda output");
  return returned.data.response;
}

function preSignUpEvent(pool: Pool, { userName, ...request }: SignUpRequest): PreSignUpEvent {
  return {
    version: "1",
    region: pool.region,
    userPoolId: pool.userPoolId,
    userName,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: pool.clientId },
    triggerSource: "PreSignUp_SignUp",
    request,
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  };
}

async function callTrigger(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ServiceError("UserLambdaValidationException", `PreSignUp failed with error ${message}.`);
  }
}
