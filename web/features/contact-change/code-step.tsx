import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { CodeEntry } from "#web/flow/code-entry.tsx";
import type { DraftStore } from "#web/flow/draft.ts";
import { StepActions } from "#web/flow/step-form.tsx";
import { ApiError } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import {
  type ChangeDraft,
  clearChange,
  type Target,
  type TargetKey,
  type VerifiedChange,
  withExpired,
  withSent,
} from "./change-draft.ts";

const mutationKey = ["save-change"];

/**
 * Saves what is proven, once at a time, and goes to /update/comp. The code is used up by then: after any failure, the
 * person stays and may repeat this alone, unless the server wants new proof.
 */
function useSave<Key extends TargetKey>(
  { key, save, savedMessage, refused }: VerifiedChange<Key>,
  onRefused: () => void,
) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: async (target: Target<Key>) => {
      await save(target);
      clearChange(key);
      const state: NavigationState = { saved: savedMessage };
      await navigate(paths.updateComplete, { replace: true, state });
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === refused.code) onRefused();
    },
  });
  return {
    saving: isPending,
    failure: error === null ? undefined : (reasonFor(error) ?? failureMessages.unexpected),
    save: (target: Target<Key>): void => {
      if (!isUnderWay(mutationKey)) mutate(target);
    },
  };
}

interface VerifiedProps {
  message: string;
  saving: boolean;
  failure: string | undefined;
  onSave: () => void;
  onBack: () => void;
}

/** The code was right. It is used up, so that only the saving is left, and can be repeated. */
function Verified({ message, saving, failure, onSave, onBack }: VerifiedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <Stack ref={box} tabIndex={-1} spacing={2}>
      <Notice severity="success">{message}</Notice>
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

/** Step 1: the code, then the saving. */
export function CodeStep<Key extends TargetKey>(props: CodeStepProps<Key>) {
  const { change, store, target, onBack, onRefused } = props;
  const { saving, failure, save } = useSave(change, onRefused);
  const check = async (code: string) => {
    const refusal = await change.check(target, code);
    if (refusal?.expired) store.save(withExpired);
    if (refusal) return refusal;
    store.save((current) => ({ ...current, verified: true }));
    save(target);
    return undefined;
  };
  const sendBy = (way: VerifiedChange<Key>["resend"]) => async () => {
    const sent = await way(target);
    store.save((current) => withSent(current, sent));
    return sent.secondsToWait;
  };
  if (store.draft.verified)
    return (
      <Verified
        message={change.verifiedMessage}
        saving={saving}
        failure={failure}
        onSave={() => save(target)}
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
