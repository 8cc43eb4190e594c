import { useEffect, useRef, useState } from "react";
import { codeForm } from "#shared/customer/customer.ts";
import { AuthenticatorKey } from "#web/components/authenticator/authenticator-key.tsx";
import { StepForm } from "#web/flow/step-form.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { CodeField } from "#web/forms/code-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { proveAuthenticator } from "#web/lib/identity/challenges/authenticator.ts";
import { isIdentityError } from "#web/lib/identity/provider.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const wrongCode = "認証コードが正しくありません。";
const refusals = ["EnableSoftwareTokenMFAException", "CodeMismatchException", "InvalidParameterException"];
const isWrongCode = (error: unknown): boolean => isIdentityError(error, ...refusals);

interface AuthenticatorSetUpProps {
  secret: string;
  switchOn: () => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows the secret for the app, verifies the app's first code, and switches the app on. */
export default function AuthenticatorSetUp({ secret, switchOn, onDone, onCancel }: AuthenticatorSetUpProps) {
  const form = usePortalForm(codeForm, { code: "" });
  /** Cognito accepts a code once, so a retry after a failed switch does not send it again. */
  const [proved, setProved] = useState(false);
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);

  const { call, failure } = useCall(
    async ({ code }: { code: string }) => {
      if (!proved) await proveAuthenticator(code);
      setProved(true);
      await switchOn();
      onDone();
    },
    {
      isShownHere: () => true,
      sentence: (error) =>
        isWrongCode(error) ? undefined : failureSentence(error, "認証アプリをオンにできませんでした。"),
      onError: (error) =>
        isWrongCode(error) && form.setError("code", { message: wrongCode }, { shouldFocus: true }),
    },
  );
  return (
    <div ref={start} tabIndex={-1}>
      <StepForm
        form={form}
        onSubmit={call}
        submitLabel="オンにする"
        onBack={onCancel}
        backLabel="キャンセル"
        connectionFailure={failure}
      >
        <AuthenticatorKey secret={secret} loginId={tabStorage.read("loginId") ?? ""} />
        <CodeField />
      </StepForm>
    </div>
  );
}
