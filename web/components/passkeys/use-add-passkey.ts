import { useMutation } from "@tanstack/react-query";
import { failureSentence } from "#web/lib/api/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { rememberPasskeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { associatePasskey } from "#web/lib/identity/passkeys/passkeys.ts";
import { withdrawPasskeyOffer } from "#web/lib/passkey-offer.ts";
import { syncPasskeys } from "#web/lib/passkeys.ts";
import { session } from "#web/lib/session.ts";
import { addFailure } from "./add-failure.ts";

async function addPasskey(): Promise<void> {
  await associatePasskey();
  withdrawPasskeyOffer();
  rememberPasskeyLoginId(session.read("loginId") ?? "");
  await syncPasskeys();
  void queryClient.invalidateQueries({ queryKey: ["activity"] });
}

/** Adds a passkey of this device, or of one that it can reach; resolves to whether it is there. */
export function useAddPasskey(confirmPassword: () => Promise<boolean>) {
  const addition = useMutation({
    mutationFn: async () => {
      if (!(await confirmPassword())) return false;
      await addPasskey();
      return true;
    },
  });
  const general = failureSentence(addition.error, "パスキーを追加できませんでした。");
  return { addition, failure: addFailure(addition.error) ?? general };
}
