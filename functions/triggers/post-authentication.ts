import type { PostAuthenticationTriggerEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { browserName } from "#functions/activity/browser-name.ts";
import { inContext } from "#functions/runtime/context.ts";
import { inTime } from "#functions/runtime/deadline.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { recordSignIn, type SignIn } from "#functions/sign-in-methods/record-sign-in.ts";
import { recordPasskeyUse } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { signInMetadata } from "#shared/activity/sign-in-metadata.ts";

/** The customer waits, and Cognito refuses the sign-in after five seconds. */
const timeLimitMs = 2000;

/**
 * Records the sign-in. Never throws, and ends in time: the sign-in succeeds even if it cannot be recorded.
 */
export const handler = inContext("trigger", async (event: PostAuthenticationTriggerEvent) => {
  const { sub = "" } = event.request.userAttributes;
  const isRecorded = record(event).then(
    () => true,
    (error: unknown) => reportFailure(sub, errorFields(error)),
  );
  if ((await inTime(isRecorded, timeLimitMs)) === undefined) reportFailure(sub, { error: "timeout" });
  return event;
});

/** The browser's metadata is not verified: it only names the browser, and identifies a known one. */
async function record({ userName, request }: PostAuthenticationTriggerEvent): Promise<void> {
  const { userAttributes, newDeviceUsed, clientMetadata } = request;
  const { sub = "", email = "" } = userAttributes;
  const metadata = signInMetadata.safeParse(clientMetadata ?? {}).data ?? {};
  const { browser = "", browserId, passkey } = metadata;
  await recordSignIn({
    sub,
    loginId: userName,
    email,
    kind: kindOf(metadata),
    browser: browserName(browser),
    browserId,
    isKnownDevice: newDeviceUsed === false,
  });
  if (passkey !== undefined) await recordPasskeyUse(sub, passkey);
}

function kindOf({ passkey, purpose }: z.output<typeof signInMetadata>): SignIn["kind"] {
  const isConfirmation = purpose === "confirmation";
  if (passkey !== undefined) return isConfirmation ? "passkey-confirmed" : "passkey-signed-in";
  return isConfirmation ? "password-confirmed" : "signed-in";
}

function reportFailure(customer: string, fields: Parameters<typeof log>[2]): false {
  log("error", "sign-in was not recorded", { customer, ...fields });
  countMetric("SignInsUnrecorded");
  return false;
}
