import { useState } from "react";
import { codeForm } from "../../../../shared/customer.ts";
import { verify } from "../../../../shared/endpoints.ts";
import { limits } from "../../../../shared/limits.ts";
import { failureMessages } from "../../../../shared/messages.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { CodeField } from "../../../components/form/code-field.tsx";
import { usePortalForm } from "../../../components/form/use-portal-form.ts";
import { Notice } from "../../../components/notice.tsx";
import { SmsHelp } from "../../../components/sms-help.tsx";
import { StepActions, StepForm } from "../../../components/wizard/step-form.tsx";
import { ApiError, callApi } from "../../../lib/api-client.ts";
import { useFailure } from "../../../lib/use-failure.ts";
import { withExpiredSms } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

const wrongCode = failureMessages.verificationFailed;

function Verified({ moves }: Pick<StepProps, "moves">) {
  return (
    <>
      <Notice severity="success">この携帯電話番号は確認済みです。</Notice>
      <StepActions onBack={moves.back}>
        <ActionButton onClick={moves.next}>次へ</ActionButton>
      </StepActions>
    </>
  );
}

function CodeEntry({ store: { draft, save }, moves }: StepProps) {
  const form = usePortalForm(codeForm, { code: "" });
  const { connectionFailure, fail, forget } = useFailure();
  const [advice, setAdvice] = useState<string>();
  const refuse = ({ code, message }: ApiError): void => {
    if (code === "verification_expired" || code === "code_attempts_exceeded") save(withExpiredSms);
    form.setError("code", { message: wrongCode }, { shouldFocus: true });
    setAdvice(message === wrongCode ? undefined : message);
  };
  const submit = async ({ code }: { code: string }): Promise<void> => {
    forget();
    setAdvice(undefined);
    try {
      await callApi(verify, { body: { mode: "check", code, request_id: draft.requestId ?? "" } });
      save((current) => ({ ...current, phoneVerified: true }));
      moves.next();
    } catch (error) {
      if (error instanceof ApiError) refuse(error);
      else fail(error);
    }
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="認証する"
      onBack={moves.back}
      connectionFailure={connectionFailure}
      footer={<SmsHelp />}
    >
      <p>
        <strong>{draft.chargePhoneNumber}</strong> にSMSで届いた認証コードをご入力ください。
      </p>
      <CodeField control={form.control} name="code" />
      {advice !== undefined && <Notice severity="error">{advice}</Notice>}
      <Notice severity="info">
        認証コードは{limits.smsCodeMinutes}分間有効です。確認されない場合は自動的に再送されます。
      </Notice>
    </StepForm>
  );
}

/** Step 3: the code from the SMS. */
export function SmsCodeStep(props: StepProps) {
  return props.store.draft.phoneVerified ? <Verified moves={props.moves} /> : <CodeEntry {...props} />;
}
