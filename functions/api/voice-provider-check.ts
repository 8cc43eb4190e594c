import { voiceProviderCheck } from "../../shared/endpoints.ts";
import { findSubaccount } from "../phone/vonage-accounts.ts";
import { countOne, keyCheckLimit, secondsUntilWindowEnds } from "../platform/rate-limits.ts";
import { updateItem } from "../platform/table.ts";
import { serve } from "../runtime/endpoint.ts";
import { Problem } from "../runtime/problem.ts";

/** Design section 8: a key is good when it is one of our own account's and not suspended. */
export const handler = serve(voiceProviderCheck, async ({ body }, { caller }) => {
  const limit = keyCheckLimit(caller.sub);
  if (!(await updateItem(countOne(limit)))) {
    throw new Problem("too_many_requests", {
      message: "確認回数の上限に達しました。時間をおいてからもう一度お試しください。",
      retryAfterSeconds: secondsUntilWindowEnds(limit),
    });
  }
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
