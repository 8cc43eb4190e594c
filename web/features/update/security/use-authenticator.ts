import { useEffect, useState } from "react";
import {
  isAuthenticatorOn,
  newAuthenticatorSecret,
  switchAuthenticator,
} from "../../../lib/identity/authenticator.ts";
import { useSecurityFailure } from "./use-security-failure.ts";

/** `unknown`: Cognito did not say. `set-up`: the app is about to be switched on with this secret. */
type AuthenticatorState = { is: "loading" | "unknown" | "on" | "off" } | { is: "set-up"; secret: string };

/** The customer's authenticator app, asked about once `seen`, and what may be done with it. */
export function useAuthenticator(seen: boolean) {
  const [state, setState] = useState<AuthenticatorState>({ is: "loading" });
  const [asked, setAsked] = useState(0);
  const [pending, setPending] = useState(false);
  const { failure, fail, forget } = useSecurityFailure();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for.
  useEffect(() => {
    if (!seen) return;
    let gone = false;
    isAuthenticatorOn().then(
      (on) => !gone && setState({ is: on ? "on" : "off" }),
      (error: unknown) => {
        if (gone) return;
        setState({ is: "unknown" });
        fail("認証アプリの設定を読み込めませんでした。", error);
      },
    );
    return () => {
      gone = true;
    };
  }, [seen, asked, fail]);

  /** Whether it worked. */
  const change = async (work: () => Promise<AuthenticatorState>, complaint: string): Promise<boolean> => {
    forget();
    setPending(true);
    try {
      setState(await work());
      return true;
    } catch (error) {
      fail(complaint, error);
      return false;
    } finally {
      setPending(false);
    }
  };

  return {
    state,
    pending,
    failure,
    show: setState,
    reload: () => {
      forget();
      setState({ is: "loading" });
      setAsked((times) => times + 1);
    },
    begin: () =>
      change(
        async () => ({ is: "set-up", secret: await newAuthenticatorSecret() }),
        "認証アプリの設定を始められませんでした。",
      ),
    switchOff: () =>
      change(async () => {
        await switchAuthenticator("off");
        return { is: "off" };
      }, "認証アプリをオフにできませんでした。"),
  };
}
