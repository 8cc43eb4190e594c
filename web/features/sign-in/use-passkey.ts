import { lazy, useEffect, useEffectEvent, useState } from "react";
import { failureMessages } from "#shared/messages.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { toIdentityError } from "#web/lib/identity/provider.ts";
import { loadSiteConfig } from "#web/lib/site-config.ts";
import type { PasskeyOutcome } from "./passkey-entrance.ts";

const loadSnackbar = () => import("#web/components/outcome-snackbar.tsx");
/** Comes with the entrance, so it is there before there is an outcome to tell. */
export const OutcomeSnackbar = lazy(async () => ({ default: (await loadSnackbar()).OutcomeSnackbar }));

const loadEntrance = async () => (await Promise.all([import("./passkey-entrance.ts"), loadSnackbar()]))[0];

/** `unanswered`: the entrance could not be loaded. */
type Outcome = PasskeyOutcome | { unanswered: string };

/** Looked for by its name: the code that reads it is not loaded yet. */
const hasUsedPasskey = (): boolean => document.cookie.includes("passkeyLoginId=");

/** The door beside the password. `isHidden` where the site or the browser has no passkeys. */
export function usePasskey(onOutcome: (outcome: Outcome) => void) {
  const [isHidden, setHidden] = useState(false);
  const [isPending, setPending] = useState(false);
  const settle = useEffectEvent(onOutcome);
  useEffect(() => {
    if (isPending) return undefined;
    let isGone = false;
    let end: (() => void) | undefined;
    const prepare = async (): Promise<void> => {
      const isOff = !("PublicKeyCredential" in window) || !(await loadSiteConfig()).passkeys;
      setHidden(isOff);
      if (isOff || !hasUsedPasskey()) return;
      const { offerPasskey } = await loadEntrance();
      if (!isGone) end = offerPasskey(settle);
    };
    prepare().catch(() => {});
    return () => {
      isGone = true;
      end?.();
    };
  }, [isPending]);

  const enter = async (loginId: string): Promise<void> => {
    setPending(true);
    try {
      onOutcome(await (await loadEntrance()).enterWithPasskey(loginId));
    } catch (error) {
      onOutcome({ unanswered: reasonFor(toIdentityError(error)) ?? failureMessages.signInFailed });
    } finally {
      setPending(false);
    }
  };
  return { isHidden, isPending, enter };
}
