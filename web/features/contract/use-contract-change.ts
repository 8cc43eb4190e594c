import { useRef, useState } from "react";
import { type BodyOf, postContract, type ResponseOf } from "../../../shared/endpoints.ts";
import { useKeptFocus } from "../../components/form/use-kept-focus.ts";
import { useRecentPassword } from "../../components/reauthentication/use-recent-password.tsx";
import { callApi } from "../../lib/api/api-client.ts";
import { useFailureNotice } from "../../lib/api/use-failure-notice.ts";
import { contractChanged } from "../../lib/contract.ts";
import { customerChanged } from "../../lib/customer.ts";
import { session } from "../../lib/session.ts";

export type ChangeRequest = BodyOf<typeof postContract>;
type Answer = ResponseOf<typeof postContract>["result"];

/** What was done last; undefined as soon as something else begins. */
export type Done = "cancel" | "resume" | "invoice";

const doneBy = (request: ChangeRequest): Done =>
  request.operation === "change-payment-type" ? "invoice" : request.operation;

/** One change of the contract at a time; whoever entered the password long ago is asked for it. */
export function useContractChange() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const { failure, fail, forget } = useFailureNotice();
  const [pending, setPending] = useState<ChangeRequest>();
  const [done, setDone] = useState<Done>();
  const started = useRef(false);
  useKeptFocus(pending !== undefined);

  async function send(request: ChangeRequest): Promise<Answer | undefined> {
    const answer = await withRecentPassword(() => callApi(postContract, { body: request }));
    return answer === "cancelled" ? undefined : answer.result;
  }

  const change = async (request: ChangeRequest): Promise<void> => {
    if (started.current) return;
    started.current = true;
    setPending(request);
    setDone(undefined);
    forget();
    try {
      const result = await send(request);
      // The page of the card provider: this one stays busy until it is gone.
      if (result?.url !== undefined) {
        session.write("cardChange", "started");
        return window.location.assign(result.url);
      }
      if (result) setDone(doneBy(request));
    } catch (error) {
      fail("お手続きを完了できませんでした。", error);
    }
    // Also after a failure: the answer alone may have been lost.
    await Promise.all([contractChanged(), customerChanged()]);
    started.current = false;
    setPending(undefined);
  };
  return { change, pending, done, failure, dialog };
}
export type ContractChange = ReturnType<typeof useContractChange>;
