/** Calls a trigger. Source: developer guide, "Customizing user pool workflows with Lambda triggers". */
import { z } from "zod";
import { invalidLambdaResponse, userLambdaValidation } from "../errors.ts";
import type { Pool, Triggers } from "../pool.ts";
import type { User } from "../records/user.ts";

type Event<Name extends keyof Triggers> = Parameters<NonNullable<Triggers[Name]>>[0];

/** The parts of an event that differ from trigger to trigger. */
type OwnParts<Name extends keyof Triggers> = Pick<
  Event<Name>,
  "userName" | "triggerSource" | "request" | "response"
>;

/** `request.userAttributes` of a user who exists. */
export function eventAttributes({ sub, status, attributes }: User): Record<string, string> {
  return { sub, "cognito:user_status": status, ...attributes };
}

/**
 * The `response` of the event that the trigger returned; undefined when the pool has no such trigger. Throws
 * UserLambdaValidationException when it throws, InvalidLambdaResponseException when it forgets to return the event.
 */
export async function callTrigger<Name extends keyof Triggers, Response extends z.ZodType>(
  pool: Pool,
  name: Name,
  { request, ...parts }: OwnParts<Name>,
  response: Response,
): Promise<z.output<Response> | undefined> {
  const trigger = pool.triggers[name] as ((event: object) => Promise<unknown>) | undefined;
  if (!trigger) return undefined;
  const { region, userPoolId, clientId, clientMetadata } = pool;
  const event = {
    version: "1",
    region,
    userPoolId,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId },
    request: { ...structuredClone(request), clientMetadata },
    ...parts,
  };
  const returned = await trigger(event).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const title = name.replace(/^./, (letter) => letter.toUpperCase());
    throw userLambdaValidation(`${title} failed with error ${message}.`);
  });
  const given = z.object({ response: z.unknown() }).safeParse(returned).data;
  const answer = response.safeParse(given?.response);
  if (!answer.success) throw invalidLambdaResponse("Unrecognizable lambda output");
  return answer.data;
}
