import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isPasskeyBrowser, passkeysQuery, useHasPasskeys } from "../../lib/passkeys.ts";

/** A passkey in the password's place, for who has one. */
export function PasskeyProof({ onPress }: { onPress: () => Promise<void> }) {
  const isPossible = useHasPasskeys() && isPasskeyBrowser();
  const { data } = useQuery({ ...passkeysQuery, enabled: isPossible });
  const [isPending, setPending] = useState(false);
  if (!data?.length) return null;
  const press = async (): Promise<void> => {
    setPending(true);
    await onPress();
    setPending(false);
  };
  return (
    <Button variant="outlined" loading={isPending} onClick={() => void press()}>
      パスキーで確認する
    </Button>
  );
}
