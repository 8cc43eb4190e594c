import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { isPassingFailure } from "#web/lib/phone/sms-code.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { StepForm } from "./step-form.tsx";
import { useCall } from "./use-call.ts";

/** Why no code was sent, at a field of the form. */
export interface SendRefusal<Field extends string> {
  field: Field;
  message: string;
}

interface SendCodeProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Has a code sent, unless one is under way or the customer cancels. Throws what is not about a field. */
  send: (values: Output) => Promise<SendRefusal<FieldPath<Input>> | "cancelled" | undefined>;
  /** The code is on its way. */
  onSent: () => void;
  /** Tells every failure here instead of leading to /error. */
  sentence?: (error: unknown) => string | undefined;
  onBack: () => void;
  /** Why what was proven before has to be proven again. */
  refusal?: string | undefined;
  children: ReactNode;
}

/** The step in which the number or address is entered that a code goes to. */
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
    // A pause says how long to wait, so the customer stays on this page.
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
