import { useEffect, useEffectEvent, useState } from "react";
import { failureMessages } from "../../../shared/messages.ts";
import { reasonFor } from "../../lib/api/failure.ts";
import { toIdentityError } from "../../lib/identity/provider.ts";
import { loadSiteConfig } from "../../lib/site-config.ts";
import type { PasskeyOutcome } from "./passkey-entrance.ts";

const loadEntrance = () => import("./passkey-entrance.ts");

/** Looked for by its name: the code that reads it is not loaded yet. */
const hasUsedPasskey = (): boolean => document.cookie.includes("passkeyLoginId=");

/** The door beside the password. `isHidden` where the site or the browser has no passkeys. */
export function usePasskey(onOutcome: (outcome: PasskeyOutcome) => void) {
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
      // Its code could not be loaded.
      onOutcome({ refusal: reasonFor(toIdentityError(error)) ?? failureMessages.signInFailed });
    } finally {
      setPending(false);
    }
  };
  return { isHidden, isPending, enter };
}
