import { useState } from "react";
import { useCall } from "#web/flow/use-call.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { newAuthenticatorSecret, switchAuthenticator } from "#web/lib/identity/challenges/authenticator.ts";
import { signInMethodsQuery, syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { useSignInMethods } from "#web/lib/queries/use-sign-in-methods.ts";

/** `unknown`: the portal did not say. `set-up`: the app is about to be switched on with this secret. */
type AuthenticatorState = { is: "loading" | "unknown" | "on" | "off" } | { is: "set-up"; secret: string };

const setOn = (hasAuthenticator: boolean): void =>
  void queryClient.setQueryData(
    signInMethodsQuery.queryKey,
    (methods) => methods && { ...methods, hasAuthenticator },
  );

/**
 * Then the portal reads the setting, writes the history and mails the customer; and it lets passkeys stand in for the app, which
 * Cognito alone does not. Also after a failure: the answer alone may be lost.
 */
async function switchTo(to: "on" | "off"): Promise<void> {
  try {
    await switchAuthenticator(to);
  } finally {
    await syncSignInMethods();
  }
}

/** The customer's authenticator app, and what may be done with it. `confirmPassword` is asked before it is switched off. */
export function useAuthenticator(confirmPassword: () => Promise<boolean>) {
  const { data, error, isFetching, refetch } = useSignInMethods(({ hasAuthenticator }) => hasAuthenticator);
  const [secret, setSecret] = useState<string>();
  const begin = useCall(newAuthenticatorSecret, {
    complaint: "認証アプリの設定を始められませんでした。",
    onSuccess: setSecret,
  });
  /** Resolves to whether it was switched off; false when the customer cancels. */
  const switchOff = useCall(
    async () => {
      if (!(await confirmPassword())) return false;
      await switchTo("off");
      setOn(false);
      return true;
    },
    { complaint: "認証アプリをオフにできませんでした。" },
  );
  const state = (): AuthenticatorState => {
    if (secret !== undefined) return { is: "set-up", secret };
    if (data !== undefined) return { is: data ? "on" : "off" };
    return { is: error && !isFetching ? "unknown" : "loading" };
  };
  return {
    state: state(),
    loadFailure: failureSentence(error, "認証アプリの設定を読み込めませんでした。"),
    failure: begin.failure ?? switchOff.failure,
    begin,
    switchOff,
    reload: () => void refetch(),
    /** The app's first code was right. */
    switchOn: () => switchTo("on"),
    /** The set-up is over: its code was right, or it was given up. */
    end: (isOn: boolean) => {
      setOn(isOn);
      setSecret(undefined);
    },
  };
}
