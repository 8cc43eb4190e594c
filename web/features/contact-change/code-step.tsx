import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { CodeEntry } from "#web/flow/code-entry.tsx";
import type { DraftStore } from "#web/flow/draft.ts";
import { StepActions } from "#web/flow/step-form.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { ApiError } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import {
  type ChangeDraft,
  clearChange,
  type Target,
  type TargetKey,
  type VerifiedChange,
  withExpired,
  withSent,
} from "./change-draft.ts";

/**
 * Saves the verified value and navigates to /update/comp. The code is used up by then, so after a failure the
 * customer can repeat the saving alone, unless the API requires a new code.
 */
function useSave<Key extends TargetKey>(
  { key, save, savedMessage, refused }: VerifiedChange<Key>,
  onRefused: () => void,
) {
  const navigate = useNavigate();
  const saveAndGo = async (target: Target<Key>): Promise<void> => {
    await save(target);
    clearChange(key);
    const state: NavigationState = { saved: savedMessage };
    await navigate(paths.updateComplete, { replace: true, state });
  };
  return useCall(saveAndGo, {
    isShownHere: () => true,
    sentence: (error) => reasonFor(error) ?? failureMessages.unexpected,
    onError: (error) => error instanceof ApiError && error.code === refused.code && onRefused(),
  });
}

interface VerifiedProps {
  message: string;
  saving: boolean;
  failure: string | undefined;
  onSave: () => void;
  onBack: () => void;
}

/** Shown after the right code, until the value is saved. Saving can be repeated. */
function Verified({ message, saving, failure, onSave, onBack }: VerifiedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form with the focus was removed.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <Stack ref={box} tabIndex={-1} spacing={2}>
      <AlertBox severity="success">{message}</AlertBox>
      {failure !== undefined && (
        <OutcomeSnackbar>
          <Typography>{failure}</Typography>
          <Typography>変更はまだ保存されていません。「変更を保存」をもう一度押してください。</Typography>
        </OutcomeSnackbar>
      )}
      {failure === undefined && !saving && (
        <Typography>「変更を保存」を押すと、変更が完了します。</Typography>
      )}
      <StepActions onBack={onBack} pending={saving}>
        <Button loading={saving} onClick={onSave}>
          変更を保存
        </Button>
      </StepActions>
    </Stack>
  );
}

interface CodeStepProps<Key extends TargetKey> {
  change: VerifiedChange<Key>;
  store: DraftStore<ChangeDraft<Key>>;
  target: Target<Key>;
  onBack: () => void;
  onRefused: () => void;
}

/** Step 1: asks for the code, then saves. */
export function CodeStep<Key extends TargetKey>(props: CodeStepProps<Key>) {
  const { change, store, target, onBack, onRefused } = props;
  const { isPending, failure, call: save } = useSave(change, onRefused);
  const check = async (code: string) => {
    const refusal = await change.check(target, code);
    if (refusal?.expired) store.save(withExpired);
    if (refusal) return refusal;
    store.save((current) => ({ ...current, verified: true }));
    void save(target);
    return undefined;
  };
  const sendBy = (way: VerifiedChange<Key>["resend"]) => async () => {
    const sent = await way(target);
    if (sent === "cancelled") return sent;
    store.save((current) => withSent(current, sent));
    return sent.secondsToWait;
  };
  if (store.draft.verified)
    return (
      <Verified
        message={change.verifiedMessage}
        saving={isPending}
        failure={failure}
        onSave={() => void save(target)}
        onBack={onBack}
      />
    );
  return (
    <CodeEntry
      {...change.entry}
      destination={change.destination(target)}
      onCode={check}
      onResend={sendBy(change.resend)}
      onCall={change.call && sendBy(change.call)}
      sentAt={store.draft.sentAt}
      onBack={onBack}
    />
  );
}
