import { voiceProviderCheck } from "../../shared/endpoints.ts";
import { findSubaccount } from "../phone/vonage-accounts.ts";
import { count, hourMs } from "../platform/rate-limits.ts";
import { serve } from "../runtime/endpoint.ts";

/** Design section 8: a key is valid if it belongs to a subaccount of ours that is not suspended. */
export const handler = serve(voiceProviderCheck, async ({ body }, { caller }) => {
  // Limits guessing of keys.
  await count({
    of: `KEY_CHECK#${caller.sub}`,
    most: 10,
    windowMs: hourMs,
    isSliding: true,
    message: "確認回数の上限に達しました。時間をおいてからもう一度お試しください。",
  });
  const account = await findSubaccount(body.api_key);
  if (account === "usable") return { result: { status: "updated" as const } };
  return { result: { status: "not_updated" as const, ...advice[account] } };
});

const advice = {
  unknown: {
    message1: "入力されたAPIキーを確認できませんでした。APIキーは、Vonageの管理画面でご確認いただけます。",
    link: "https://dashboard.vonage.com/",
    message2: "ご確認のうえ、もう一度入力してください。",
  },
  suspended: {
    message1:
      "入力されたAPIキーのアカウントは停止されています。アカウントの状態は、Vonageの管理画面でご確認ください。",
    link: "https://dashboard.vonage.com/",
    message2: "停止が解除されたあとに、もう一度お試しください。",
  },
} as const;
