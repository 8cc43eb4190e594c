import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useAddPasskey } from "#web/components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { PasskeyOfferButtons } from "./passkey-offer-buttons.tsx";

interface PasskeyOfferActionsProps {
  onAdded: () => void;
  onDismiss: () => void;
  onClose: () => void;
}

/** A chunk of its own: most menus make no offer. */
export default function PasskeyOfferActions({ onAdded, onDismiss, onClose }: PasskeyOfferActionsProps) {
  const { confirmPassword, dialog } = useRecentPassword();
  const { addition, failure } = useAddPasskey(confirmPassword);
  const addPasskey = (): void => addition.mutate(undefined, { onSuccess: (isAdded) => isAdded && onAdded() });
  return (
    <>
      {dialog}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <PasskeyOfferButtons
        onAdd={addPasskey}
        onDismiss={onDismiss}
        onClose={onClose}
        pending={addition.isPending}
      />
    </>
  );
}
