import { useState } from "react";
import { type BodyOf, licenceKey } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";

type Operation = BodyOf<typeof licenceKey>["operation"];

const complaints = {
  reveal: "ライセンスキーを表示できませんでした。",
  resend: "ライセンスキーを送信できませんでした。",
  reissue: "ライセンスキーを再発行できませんでした。",
} as const;

/** The key in clear, for as long as the screen is there and the person wants to see it, and what may be done with it. */
export function useLicenceKey() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const [key, setKey] = useState<string>();
  /** Resolves to what was done, if the person did not think better of it. */
  const order = async (operation: Operation): Promise<Operation | undefined> => {
    const answer = await withRecentPassword(() => callApi(licenceKey, { body: { operation } }));
    if (answer === "cancelled") return undefined;
    // After `reissue` there is none: the one that was shown counts no more.
    if (operation !== "resend") setKey(answer.result.licenceKey);
    return operation;
  };
  const { buttonProps, data, failure } = useCall(order, {
    isShownHere: () => true,
    sentence: (error, operation = "reveal") => failureSentence(error, complaints[operation]),
  });
  return { key, hide: () => setKey(undefined), buttonProps, done: data, failure, dialog };
}
