import { useMutation, useQuery } from "@tanstack/react-query";
import type { Passkey } from "#shared/endpoints.ts";
import { useKeptFocus } from "#web/components/form/use-kept-focus.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { forgetPasskeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { deletePasskey } from "#web/lib/identity/passkeys/passkeys.ts";
import { passkeysQuery } from "#web/lib/passkeys.ts";

/** The customer's passkeys, and an end to each. `confirmPassword` is asked before. */
export function usePasskeys(confirmPassword: () => Promise<boolean>) {
  const { data, error, isFetching, refetch } = useQuery({ ...passkeysQuery, refetchOnMount: "always" });
  /** Resolves to whether it is gone; the person may rather not. */
  const removal = useMutation({
    mutationFn: async ({ id }: Passkey) => {
      if (!(await confirmPassword())) return false;
      await deletePasskey(id);
      if (data?.length === 1) forgetPasskeyLoginId();
      return true;
    },
    // Also after a failure: the answer alone may be lost.
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: ["activity"] });
      await refetch();
    },
  });
  useKeptFocus(removal.isPending);
  return {
    passkeys: data,
    isLost: data === undefined && error !== null && !isFetching,
    loadFailure: failureSentence(error, "パスキーを読み込めませんでした。"),
    removal,
    removalFailure: failureSentence(removal.error, "パスキーを削除できませんでした。"),
    reload: () => void refetch(),
  };
}
