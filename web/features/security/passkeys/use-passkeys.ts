import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Passkey } from "../../../../shared/endpoints.ts";
import { useKeptFocus } from "../../../components/form/use-kept-focus.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { useFailureNotice } from "../../../lib/api/use-failure-notice.ts";
import { forgetPasskeyLoginId } from "../../../lib/identity/passkeys/login-id.ts";
import { deletePasskey } from "../../../lib/identity/passkeys/passkeys.ts";
import { passkeysQuery } from "../../../lib/passkeys.ts";

/** The customer's passkeys, and an end to each. `confirmPassword` is asked before. */
export function usePasskeys(confirmPassword: () => Promise<boolean>) {
  const { data, error, isFetching, refetch } = useQuery({ ...passkeysQuery, refetchOnMount: "always" });
  const { failure, fail, forget } = useFailureNotice();
  const [pending, setPending] = useState(false);
  useKeptFocus(pending);
  useEffect(() => {
    if (error) fail("パスキーを読み込めませんでした。", error);
  }, [error, fail]);

  /** Whether it worked. */
  const remove = async ({ id }: Passkey): Promise<boolean> => {
    forget();
    if (!(await confirmPassword())) return false;
    setPending(true);
    try {
      await deletePasskey(id);
      if (data?.length === 1) forgetPasskeyLoginId();
      return true;
    } catch (cause) {
      fail("パスキーを削除できませんでした。", cause);
      return false;
    } finally {
      // Also after a failure: the answer alone may be lost.
      await refetch();
      void queryClient.invalidateQueries({ queryKey: ["activity"] });
      setPending(false);
    }
  };
  return {
    passkeys: data,
    isLost: data === undefined && error !== null && !isFetching,
    pending,
    failure,
    remove,
    reload: () => {
      forget();
      void refetch();
    },
  };
}
