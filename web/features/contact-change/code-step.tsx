import { useState } from "react";
import { codeForm } from "../../../shared/customer.ts";
import { CodeField } from "../../components/form/code-field.tsx";
import { usePortalForm } from "../../components/form/use-portal-form.ts";
import { Notice } from "../../components/notice.tsx";
import { ResendCode } from "../../components/resend-code.tsx";
import { StepForm } from "../../components/wizard/step-form.tsx";
import type { DraftStore } from "../../components/wizard/use-draft.ts";
import { useFailure } from "../../lib/use-failure.ts";
import { type ChangeDraft, type Target, type TargetKey, withExpired, withSent } from "./change-draft.ts";
import { useSave } from "./use-save.ts";
import { Verified } from "./verified.tsx";
import type { CodeRefusal, VerifiedChange } from "./verified-change.ts";

interface CodeStepProps<Key extends TargetKey> {
  change: VerifiedChange<Key>;
  store: DraftStore<ChangeDraft<Key>>;
  target: Target<Key>;
  onBack: () => void;
}

function CodeEntry<Key extends TargetKey>(props: CodeStepProps<Key> & { onVerified: () => Promise<void> }) {
  const { change, store, target, onBack, onVerified } = props;
  const form = usePortalForm(codeForm, { code: "" });
  const { connectionFailure, fail, forget } = useFailure();
  const [advice, setAdvice] = useState<string>();
  const refuse = ({ message, advice, expired }: CodeRefusal): void => {
    if (expired) store.save(withExpired);
    form.setError("code", { message }, { shouldFocus: true });
    setAdvice(advice);
  };
  const submit = async ({ code }: { code: string }): Promise<void> => {
    forget();
    setAdvice(undefined);
    try {
      const refusal = await change.check(target, code);
      if (refusal) refuse(refusal);
      else await onVerified();
    } catch (error) {
      fail(error);
    }
  };
  const resend = async (): Promise<void> => {
    const resent = await change.resend(target);
    setAdvice(undefined);
    store.save((current) => withSent(current, resent, Date.now()));
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="認証する"
      onBack={onBack}
      connectionFailure={connectionFailure}
      footer={
        <>
          {change.help}
          <ResendCode sentAt={store.draft.sentAt} send={resend} sentMessage={change.resentMessage} />
        </>
      }
    >
      <p>
        <strong>{change.destination(target)}</strong> {change.arrival}届いた認証コードをご入力ください。
      </p>
      <CodeField control={form.control} name="code" />
      {advice !== undefined && <Notice severity="error">{advice}</Notice>}
      {change.note}
    </StepForm>
  );
}

/** Step 1: the code, then the saving. */
export function CodeStep<Key extends TargetKey>(props: CodeStepProps<Key> & { onRefused: () => void }) {
  const { change, store, target, onBack, onRefused } = props;
  const { saving, failure, save } = useSave(change, onRefused);
  const proceed = (): Promise<void> => {
    store.save((current) => ({ ...current, verified: true }));
    return save(target);
  };
  if (!store.draft.verified) return <CodeEntry {...props} onVerified={proceed} />;
  return (
    <Verified
      message={change.verifiedMessage}
      saving={saving}
      failure={failure}
      onSave={() => void save(target)}
      onBack={onBack}
    />
  );
}
