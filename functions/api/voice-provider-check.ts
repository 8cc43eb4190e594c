import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { findSubaccount } from "#functions/voice-provider/vonage-accounts.ts";
import { voiceProviderCheck } from "#shared/endpoints.ts";

/**
 * Design section 8: a key is valid if it belongs to one of the main account's subaccounts that is not
 * suspended.
 */
export const handler = serveSignedIn(voiceProviderCheck, async ({ body }, { caller }) => {
  await count({
    ...customerLimit("KEY_CHECK", caller.sub),
    message: "確認回数の上限に達しました。時間をおいて、もう一度お試しください。",
  });
  const account = await findSubaccount(body.api_key);
  if (account === "usable") return { result: { status: "updated" as const } };
  return { result: { status: "not_updated" as const, ...advice[account] } };
});

/** At most two lines on a phone, the room for a field's error. */
const atVonage = { link: "https://dashboard.vonage.com/", message2: "でご確認ください。" };
const advice = {
  unknown: { message1: "APIキーを確認できませんでした。", ...atVonage },
  suspended: { message1: "APIキーは停止されています。", ...atVonage },
} as const;
