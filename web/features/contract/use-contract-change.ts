import { type BodyOf, postContract } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { openCardPage } from "#web/flow/card-change.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { contractChanged } from "#web/lib/queries/contract.ts";
import { customerChanged } from "#web/lib/queries/customer.ts";

type ChangeRequest = BodyOf<typeof postContract>;

/** The last change that succeeded; undefined as soon as another one begins. */
export type Done = "cancel" | "resume" | "invoice" | "invoice-fields";

const doneBy = (request: ChangeRequest): Done =>
  request.operation === "change-payment-type" ? "invoice" : request.operation;

/** One change of the contract at a time. Asks for the password if it was entered too long ago. */
export function useContractChange() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const change = async (request: ChangeRequest): Promise<Done | undefined> => {
    const answer = await withRecentPassword(() => callApi(postContract, { body: request }));
    if (answer === "cancelled") return undefined;
    const { url } = answer.result;
    return url === undefined ? doneBy(request) : openCardPage(url);
  };
  const { call, pending, data, failure } = useCall(change, {
    name: "change-contract",
    complaint: "お手続きを完了できませんでした。",
    onSettled: () => Promise.all([contractChanged(), customerChanged()]),
  });
  return {
    change: (request: ChangeRequest): void => void call(request),
    /** Of the button for a change. */
    busyWith: (operation: ChangeRequest["operation"]) => ({
      loading: pending?.operation === operation,
      disabled: pending !== undefined && pending.operation !== operation,
    }),
    done: data,
    failure,
    dialog,
  };
}
export type ContractChange = ReturnType<typeof useContractChange>;
