import { type BodyOf, postContract } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { openCardPage } from "#web/flow/card-change.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { contractChanged } from "#web/lib/queries/contract.ts";
import { profileChanged } from "#web/lib/queries/profile.ts";

type ChangeRequest = BodyOf<typeof postContract>;

/** The last change that succeeded, until another one starts. */
export type Done = "cancel" | "resume" | "invoice" | "invoice-fields";

const doneBy = (request: ChangeRequest): Done =>
  request.operation === "change-payment-type" ? "invoice" : request.operation;

/** Returns a function that changes the contract, one change at a time. It needs a recent password. */
export function useContractChange() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const change = async (request: ChangeRequest): Promise<Done | undefined> => {
    const response = await withRecentPassword(() => callApi(postContract, { body: request }));
    if (response === "cancelled") return undefined;
    const { url } = response.result;
    return url === undefined ? doneBy(request) : openCardPage(url);
  };
  const { call, pending, data, failure } = useCall(change, {
    name: "change-contract",
    complaint: "お手続きを完了できませんでした。",
    onSettled: () => Promise.all([contractChanged(), profileChanged()]),
  });
  return {
    change: (request: ChangeRequest): void => void call(request),
    /** Returns the props of the button for a change. */
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
