import { useState } from "react";
import { type BodyOf, licenceKey } from "../../../shared/endpoints.ts";
import { useKeptFocus } from "../../components/form/use-kept-focus.ts";
import { useRecentPassword } from "../../components/reauthentication/use-recent-password.tsx";
import { callApi } from "../../lib/api/api-client.ts";
import { useFailureNotice } from "../../lib/api/use-failure-notice.ts";

type Operation = BodyOf<typeof licenceKey>["operation"];

const complaints = {
  reveal: "ライセンスキーを表示できませんでした。",
  resend: "ライセンスキーを送信できませんでした。",
  reissue: "ライセンスキーを再発行できませんでした。",
} as const;

/** The key in clear, for as long as the screen is there and the person wants to see it, and what may be done with it. */
export function useLicenceKey() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const { failure, fail, forget } = useFailureNotice();
  const [key, setKey] = useState<string>();
  const [pending, setPending] = useState<Operation>();
  const [done, setDone] = useState<Operation>();
  useKeptFocus(pending !== undefined);

  const order = async (operation: Operation): Promise<void> => {
    if (pending !== undefined) return;
    forget();
    setDone(undefined);
    setPending(operation);
    try {
      const answer = await withRecentPassword(() => callApi(licenceKey, { body: { operation } }));
      if (answer === "cancelled") return;
      // After `reissue` there is none: the one that was shown counts no more.
      if (operation !== "resend") setKey(answer.result.licenceKey);
      setDone(operation);
    } catch (error) {
      fail(complaints[operation], error);
    } finally {
      setPending(undefined);
    }
  };
  return { key, hide: () => setKey(undefined), order, pending, done, failure, dialog };
}
