import { setTimeout as sleep } from "node:timers/promises";
import type { Context, PostAuthenticationTriggerEvent } from "aws-lambda";
import { browserName } from "../../shared/browser-name.ts";
import { signInMetadata } from "../../shared/sign-in-metadata.ts";
import { recordSignIn } from "../activity/record-sign-in.ts";
import { errorFields, log, withLogFields } from "../runtime/log.ts";
import { count } from "../runtime/metrics.ts";

/** Somebody waits to be signed in, and Cognito turns them away when the function takes five seconds. */
const timeLimitMs = 2000;

/** Records the sign-in. Never throws, and ends in time: a customer who cannot be recorded is signed in all the same. */
export const handler = (
  event: PostAuthenticationTriggerEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<PostAuthenticationTriggerEvent> =>
  withLogFields({ requestId, function: functionName }, async () => {
    const { sub = "" } = event.request.userAttributes;
    const isRecorded = record(event).then(
      () => true,
      (error: unknown) => reportFailure(sub, errorFields(error)),
    );
    const timeLimit = sleep(timeLimitMs).then(() => undefined);
    if ((await Promise.race([isRecorded, timeLimit])) === undefined) reportFailure(sub, { error: "timeout" });
    return event;
  });

/** What the browser says of itself is anybody's word: it names the browser, and lets a known one be known. */
async function record({ userName, request }: PostAuthenticationTriggerEvent): Promise<void> {
  const { userAttributes, newDeviceUsed, clientMetadata } = request;
  const { sub = "", email = "" } = userAttributes;
  const { browser = "", browserId, purpose } = signInMetadata.safeParse(clientMetadata ?? {}).data ?? {};
  await recordSignIn({
    sub,
    loginId: userName,
    email,
    kind: purpose === "confirmation" ? "password-confirmed" : "signed-in",
    browser: browserName(browser),
    browserId,
    isKnownDevice: newDeviceUsed === false,
  });
}

function reportFailure(customer: string, fields: Parameters<typeof log>[2]): false {
  log("error", "sign-in was not recorded", { customer, ...fields });
  count("SignInsUnrecorded");
  return false;
}
