import { CodeEntry } from "#web/components/code-entry/code-entry.tsx";
import type { DraftStore } from "#web/components/wizard/use-draft.ts";
import { type ChangeDraft, type Target, type TargetKey, withExpired, withSent } from "./change-draft.ts";
import { useSave } from "./use-save.ts";
import { Verified } from "./verified.tsx";
import type { VerifiedChange } from "./verified-change.ts";

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
  const resend = async () => {
    const resent = await change.resend(target);
    store.save((current) => withSent(current, resent));
    return resent.secondsToWait;
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
      destination={change.destination(target)}
      by={change.by}
      note={change.note}
      help={change.help}
      resentMessage={change.resentMessage}
      onCode={check}
      onResend={resend}
      sentAt={store.draft.sentAt}
      onBack={onBack}
    />
  );
}
