import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryClient } from "../../lib/api/query-client.ts";
import { useFailureNotice } from "../../lib/api/use-failure-notice.ts";
import {
  isAuthenticatorOn,
  newAuthenticatorSecret,
  switchAuthenticator,
} from "../../lib/identity/authenticator.ts";

/** `unknown`: Cognito did not say. `set-up`: the app is about to be switched on with this secret. */
type AuthenticatorState = { is: "loading" | "unknown" | "on" | "off" } | { is: "set-up"; secret: string };

const queryKey = ["authenticator"];
const setOn = (on: boolean): void => void queryClient.setQueryData(queryKey, on);

/** The customer's authenticator app, and what may be done with it. `confirmPassword` is asked before it is switched off. */
export function useAuthenticator(confirmPassword: () => Promise<boolean>) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: isAuthenticatorOn,
    retry: false,
  });
  const [secret, setSecret] = useState<string>();
  const [pending, setPending] = useState(false);
  const { failure, fail, forget } = useFailureNotice();
  useEffect(() => {
    if (error) fail("認証アプリの設定を読み込めませんでした。", error);
  }, [error, fail]);

  /** Whether it worked. */
  const change = async (work: () => Promise<void>, complaint: string): Promise<boolean> => {
    forget();
    setPending(true);
    try {
      await work();
      return true;
    } catch (cause) {
      fail(complaint, cause);
      return false;
    } finally {
      setPending(false);
    }
  };
  const state = (): AuthenticatorState => {
    if (secret !== undefined) return { is: "set-up", secret };
    if (data !== undefined) return { is: data ? "on" : "off" };
    return { is: error && !isFetching ? "unknown" : "loading" };
  };

  return {
    state: state(),
    pending,
    failure,
    reload: () => {
      forget();
      void refetch();
    },
    begin: () =>
      change(
        async () => setSecret(await newAuthenticatorSecret()),
        "認証アプリの設定を始められませんでした。",
      ),
    /** The set-up is over: its code was right, or it was given up. */
    end: (isOn: boolean) => {
      setOn(isOn);
      setSecret(undefined);
    },
    switchOff: async () =>
      (await confirmPassword()) &&
      change(async () => {
        await switchAuthenticator("off");
        setOn(false);
      }, "認証アプリをオフにできませんでした。"),
  };
}
