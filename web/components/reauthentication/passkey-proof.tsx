import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { isPasskeyBrowser, passkeysQuery, useHasPasskeys } from "#web/lib/passkeys.ts";

/** A passkey in the password's place, for who has one. */
export function PasskeyProof({ onPress }: { onPress: () => Promise<void> }) {
  const isPossible = useHasPasskeys() === true && isPasskeyBrowser();
  const { data } = useQuery({ ...passkeysQuery, enabled: isPossible });
  const { mutate, isPending } = useMutation({ mutationFn: onPress });
  if (!data?.length) return null;
  return (
    <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
      パスキーで確認する
    </Button>
  );
}
