/** The common part of all trigger calls. Source: developer guide, "Customizing user pool workflows with Lambda triggers". */
import { z } from "zod";
import { invalidLambdaResponse, userLambdaValidation } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";

/** The parameters that every trigger's event shares. */
export function sharedEvent(pool: Pool, userName: string) {
  return {
    version: "1",
    region: pool.region,
    userPoolId: pool.userPoolId,
    userName,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: pool.clientId },
  };
}

/** `request.userAttributes` of a user who exists. */
export function eventAttributes({ sub, status, attributes }: User): Record<string, string> {
  return { sub, "cognito:user_status": status, ...attributes };
}

/**
 * The `response` of the event that the trigger returned. `name` is the trigger's as messages say it, e.g. `PreSignUp`.
 * Throws UserLambdaValidationException when it throws, InvalidLambdaResponseException when it forgets to return the event.
 */
export async function callTrigger<Response extends z.ZodType>(
  name: string,
  call: () => Promise<unknown>,
  response: Response,
): Promise<z.output<Response>> {
  const event = z.object({ response: z.unknown() }).safeParse(await outcomeOf(name, call));
  const returned = response.safeParse(event.data?.response);
  if (!returned.success) throw invalidLambdaResponse("Unrecognizable lambda output");
  return returned.data;
}

async function outcomeOf(name: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw userLambdaValidation(`${name} failed with error ${message}.`);
  }
}
