import { Notice } from "../../components/notice.tsx";
import { useAddPasskey } from "../../components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "../../components/reauthentication/use-recent-password.tsx";
import { PasskeyOfferButtons } from "./passkey-offer-buttons.tsx";

interface PasskeyOfferActionsProps {
  onAdded: () => void;
  onDismiss: () => void;
}

/** A chunk of its own: most menus make no offer. */
export default function PasskeyOfferActions({ onAdded, onDismiss }: PasskeyOfferActionsProps) {
  const { confirmPassword, dialog } = useRecentPassword();
  const { add, pending, failure } = useAddPasskey(confirmPassword);
  const addPasskey = async (): Promise<void> => {
    if (await add()) onAdded();
  };
  return (
    <>
      {dialog}
      {failure !== undefined && <Notice severity="error">{failure}</Notice>}
      <PasskeyOfferButtons onAdd={() => void addPasskey()} onDismiss={onDismiss} pending={pending} />
    </>
  );
}
