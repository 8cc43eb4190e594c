import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { account } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { endSession } from "#web/lib/end-session.ts";
import { paths } from "#web/routes/paths.ts";

interface Failure {
  /** Why, when there is a sentence for it. */
  text: string | undefined;
  isOpenInvoice: boolean;
}

const failureOf = (error: unknown): Failure => ({
  text: reasonFor(error),
  isOpenInvoice: error instanceof ApiError && error.code === "open_invoice",
});

/** Closes the account, forgets the session and says goodbye. `dialog` is to be rendered: it asks for the password. */
export function useClose() {
  const navigate = useNavigate();
  const { withRecentPassword, dialog } = useRecentPassword();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const answer = await withRecentPassword(() => callApi(account, { body: { operation: "close" } }));
      if (answer === "cancelled") return;
      const state = { completed: true } as const;
      await endSession(navigate, { to: paths.leaveComplete, replace: true, state, revokes: true });
    },
  });
  return { close: () => mutate(), isPending, failure: error === null ? undefined : failureOf(error), dialog };
}
