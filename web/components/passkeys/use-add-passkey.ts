import { useState } from "react";
import { queryClient } from "../../lib/api/query-client.ts";
import { useFailureNotice } from "../../lib/api/use-failure-notice.ts";
import { rememberPasskeyLoginId } from "../../lib/identity/passkeys/login-id.ts";
import { associatePasskey } from "../../lib/identity/passkeys/passkeys.ts";
import { withdrawPasskeyOffer } from "../../lib/passkey-offer.ts";
import { syncPasskeys } from "../../lib/passkeys.ts";
import { session } from "../../lib/session.ts";
import { addFailure } from "./add-failure.ts";

/** Adds a passkey of this device, or of one that it can reach. */
export function useAddPasskey(confirmPassword: () => Promise<boolean>) {
  const { failure, forget, fail, say } = useFailureNotice();
  const [pending, setPending] = useState(false);

  /** Whether it worked. */
  const add = async (): Promise<boolean> => {
    forget();
    if (!(await confirmPassword())) return false;
    setPending(true);
    try {
      await associatePasskey();
      withdrawPasskeyOffer();
      rememberPasskeyLoginId(session.read("loginId") ?? "");
      await syncPasskeys();
      void queryClient.invalidateQueries({ queryKey: ["activity"] });
      return true;
    } catch (error) {
      const sentence = addFailure(error);
      if (sentence === undefined) fail("パスキーを追加できませんでした。", error);
      else say(sentence);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { add, pending, failure };
}
