import { useState } from "react";
import { useCall } from "#web/flow/use-call.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { newAuthenticatorSecret, switchAuthenticator } from "#web/lib/identity/challenges/authenticator.ts";
import { signInMethodsQuery, syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { useSignInMethods } from "#web/lib/queries/use-sign-in-methods.ts";

/** `unknown`: the setting could not be loaded. `set-up`: the app is being set up with this secret. */
type AuthenticatorState = { is: "loading" | "unknown" | "on" | "off" } | { is: "set-up"; secret: string };

const setOn = (hasAuthenticator: boolean): void =>
  void queryClient.setQueryData(
    signInMethodsQuery.queryKey,
    (methods) => methods && { ...methods, hasAuthenticator },
  );

/**
 * Switches the app and makes the portal detect the change: it adds the change to the activity, mails the customer, and
 * accepts passkeys as a second factor. Also after a failure, because the response may have been lost.
 */
async function switchTo(to: "on" | "off"): Promise<void> {
  try {
    await switchAuthenticator(to);
  } finally {
    await syncSignInMethods();
  }
}

/** Returns the authenticator app's state and its calls. `confirmPassword` runs before it is switched off. */
export function useAuthenticator(confirmPassword: () => Promise<boolean>) {
  const { data, error, isFetching, refetch } = useSignInMethods(({ hasAuthenticator }) => hasAuthenticator);
  const [secret, setSecret] = useState<string>();
  const startSetUp = useCall(newAuthenticatorSecret, {
    complaint: "認証アプリの設定を始められませんでした。",
    onSuccess: setSecret,
  });
  /** Resolves to false if the customer cancels. */
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
    failure: startSetUp.failure ?? switchOff.failure,
    startSetUp,
    switchOff,
    reload: () => void refetch(),
    /** Called after the app's first code was right. */
    switchOn: () => switchTo("on"),
    /** Ends the set-up, after the right code or a cancellation. */
    endSetUp: (isOn: boolean) => {
      setOn(isOn);
      setSecret(undefined);
    },
  };
}
