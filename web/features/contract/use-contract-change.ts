import { useMutation } from "@tanstack/react-query";
import { type BodyOf, postContract } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useKeptFocus } from "#web/forms/form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { contractChanged } from "#web/lib/contract.ts";
import { customerChanged } from "#web/lib/customer.ts";
import { leaveFor } from "#web/lib/leave-for.ts";
import { session } from "#web/lib/session.ts";

export type ChangeRequest = BodyOf<typeof postContract>;

/** The last change that succeeded; undefined as soon as another one begins. */
export type Done = "cancel" | "resume" | "invoice" | "invoice-fields";

const doneBy = (request: ChangeRequest): Done =>
  request.operation === "change-payment-type" ? "invoice" : request.operation;

const mutationKey = ["change-contract"];

/** One change of the contract at a time. Asks for the password if it was entered too long ago. */
export function useContractChange() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationKey,
    mutationFn: async (request: ChangeRequest): Promise<Done | undefined> => {
      const answer = await withRecentPassword(() => callApi(postContract, { body: request }));
      if (answer === "cancelled") return undefined;
      const { url } = answer.result;
      if (url === undefined) return doneBy(request);
      session.write("cardChange", "started");
      return leaveFor(url);
    },
    // Also after a failure: the answer alone may have been lost.
    onSettled: () => Promise.all([contractChanged(), customerChanged()]),
  });
  useKeptFocus(isPending);
  return {
    change: (request: ChangeRequest): void => {
      if (!isUnderWay(mutationKey)) mutate(request);
    },
    pending: isPending ? variables : undefined,
    done: data,
    failure: failureSentence(error, "お手続きを完了できませんでした。"),
    dialog,
  };
}
export type ContractChange = ReturnType<typeof useContractChange>;
