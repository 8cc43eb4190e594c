import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { isPassingFailure } from "#web/lib/phone/sms-code.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { StepForm } from "./step-form.tsx";
import { useCall } from "./use-call.ts";

/** The reason why no code was sent, for a field of the form. */
export interface SendRefusal<Field extends string> {
  field: Field;
  message: string;
}

interface SendCodeProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Sends a code, unless one was sent or the customer cancels. Throws errors that are not about a field. */
  send: (values: Output) => Promise<SendRefusal<FieldPath<Input>> | "cancelled" | undefined>;
  onSent: () => void;
  /** Shows every failure on this screen instead of on /error. */
  sentence?: (error: unknown) => string | undefined;
  onBack: () => void;
  /** Why the number or address must be verified again. */
  refusal?: string | undefined;
  children: ReactNode;
}

/** The step that asks for the number or address to send a code to. */
export function SendCode<Input extends FieldValues, Output>(props: SendCodeProps<Input, Output>) {
  const { form, send, onSent, sentence, onBack, refusal, children } = props;
  const run = async (values: Output): Promise<void> => {
    const refused = await send(values);
    if (refused === "cancelled") return;
    if (refused) form.setError(refused.field, { message: refused.message }, { shouldFocus: true });
    else onSent();
  };
  const { call, failure } = useCall(
    run,
    // The message of a rate limit says how long to wait, so it is shown here.
    sentence ? { isShownHere: () => true, sentence } : { isShownHere: isPassingFailure },
  );
  return (
    <StepForm
      form={form}
      onSubmit={call}
      enterKeyHint="send"
      submitLabel="認証コードを送信"
      onBack={onBack}
      connectionFailure={failure}
    >
      {refusal !== undefined && <AlertBox severity="error">{refusal}</AlertBox>}
      {children}
    </StepForm>
  );
}
