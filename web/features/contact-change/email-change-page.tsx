import Typography from "@mui/material/Typography";
import { emailForm } from "#shared/customer/customer.ts";
import { account } from "#shared/endpoints.ts";
import { errorCodes } from "#shared/errors.ts";
import { failureMessages, messages } from "#shared/messages.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import { SendCode } from "#web/flow/send-code.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callApi, renewIdToken } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { confirmEmailChange, hasEmail, isSameEmail, requestEmailChange } from "#web/lib/identity/email.ts";
import { IdentityError, prepareIdentity } from "#web/lib/identity/provider.ts";
import { saveProfile } from "#web/lib/queries/profile.ts";
import { useOptionalProfile } from "#web/lib/queries/use-profile.ts";
import {
  type FirstStepProps,
  hasUsableCode,
  type Sent,
  type VerifiedChange,
  withoutTarget,
  withSent,
} from "./change-draft.ts";
import { ChangePage, CurrentValue } from "./change-page.tsx";

const sameAddress = "現在のメールアドレスと同じです。変更後のメールアドレスを入力してください。";
const atField: Readonly<Record<string, string>> = {
  InvalidParameterException: messages.email,
  AliasExistsException: "このメールアドレスはすでに登録されています。別のメールアドレスを入力してください。",
  CodeDeliveryFailureException:
    "認証コードを送信できませんでした。メールアドレスに誤りがないかご確認ください。",
};
const tryAgain = "時間をおいて、もう一度お試しください。";

const refusal = (message: string) => ({ field: "email", message }) as const;

/** Returns the generic message for any exception (specification section 8), with the next step. */
const sentenceFor = (error: unknown): string =>
  reasonFor(error) ?? `${failureMessages.unexpected}${identityAdvice(error) ?? tryAgain}`;

/** Returns a function that sends a code to an address; an earlier code becomes invalid. It needs a recent password. */
function useEmailCode() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const sendCode = async (email: string): Promise<Sent<"newEmail"> | "cancelled"> => {
    const response = await withRecentPassword(() =>
      callApi(account, { body: { operation: "prepare-email-change", email } }),
    );
    if (response === "cancelled") return response;
    const outcome = await requestEmailChange(email, response.result.ticket ?? "");
    return { target: email, sentAt: Date.now(), verified: outcome === "unchanged" };
  };
  return { sendCode, dialog };
}

/** Step 0: the new address. */
function EmailStep({ store: { draft, save, saveWithoutRender }, ...props }: FirstStepProps<"newEmail">) {
  const form = usePortalForm(emailForm, { email: draft.typed });
  const current = useOptionalProfile()?.Email;
  const { sendCode, dialog } = useEmailCode();
  useTyped(form, ({ email }) => {
    prepareIdentity();
    saveWithoutRender((now) => ({ ...now, typed: email }));
  });

  const request = async (email: string) => {
    const isSent = draft.target !== undefined && isSameEmail(email, draft.target);
    if (isSent && hasUsableCode(draft, Date.now())) return undefined;
    const sent = await sendCode(email);
    if (sent === "cancelled") return sent;
    if (sent.verified && isSameEmail(email, current)) {
      // Cognito has cancelled the pending change.
      save(withoutTarget);
      return refusal(sameAddress);
    }
    // If the account already has the address, the profile does not, and it only has to be saved.
    save((now) => withSent(now, sent));
    return undefined;
  };
  const send = ({ email }: { email: string }) =>
    request(email).catch((error: unknown) => {
      const message = error instanceof IdentityError ? atField[error.code] : undefined;
      if (message === undefined) throw error;
      return refusal(message);
    });
  return (
    <>
      <SendCode form={form} send={send} sentence={sentenceFor} {...props}>
        <CurrentValue label="現在のメールアドレス">{current}</CurrentValue>
        <Typography>
          新しいメールアドレスに認証コードをお送りします。確認が済むまで、現在のメールアドレスは変わりません。
        </Typography>
        <CustomerField name="email" />
      </SendCode>
      {dialog}
    </>
  );
}

const takenElsewhere =
  "このメールアドレスはすでに登録されています。「戻る」から別のメールアドレスを入力してください。";

function refusalOf(error: IdentityError): CodeRefusal {
  const advice = error.code === "AliasExistsException" ? takenElsewhere : identityAdvice(error);
  return { message: failureMessages.verificationFailed, advice };
}

/** Whether the error is Cognito's response, and the session is valid. */
const isRefusalByCognito = (error: unknown): error is IdentityError =>
  error instanceof IdentityError && error.code !== "UserUnAuthenticatedException";

/**
 * Checks the code. If it is used up, the response of this check may have been lost: then the account has the address.
 */
async function checkCode(email: string, code: string): Promise<CodeRefusal | undefined> {
  try {
    await confirmEmailChange(code);
    return undefined;
  } catch (error) {
    if (!isRefusalByCognito(error)) throw error;
    if (error.code === "ExpiredCodeException" && (await hasEmail(email))) return undefined;
    return refusalOf(error);
  }
}

/** Renews the id token, because the previous one contains the old address. */
async function saveEmail(email: string): Promise<void> {
  await renewIdToken();
  await saveProfile({ operation: "update", email });
}

const emailChange: Omit<VerifiedChange<"newEmail">, "resend"> = {
  key: "newEmail",
  title: "メールアドレスの変更",
  steps: ["新しいメールアドレス", "メール認証"],
  FirstStep: EmailStep,
  destination: (email) => email,
  entry: {
    help: (
      <Typography>
        メールが届かない場合は、迷惑メールフォルダーをご確認のうえ、認証コードを再送信してください。
      </Typography>
    ),
  },
  check: checkCode,
  verifiedMessage: "新しいメールアドレスの確認が完了しました。",
  save: saveEmail,
  savedMessage: "メールアドレスを変更しました。今後のお知らせは、新しいメールアドレスにお送りします。",
  refused: {
    code: "email_not_verified",
    message: `${errorCodes.email_not_verified.message}もう一度認証コードを送信してください。`,
  },
};

/** /em/change */
export default function EmailChangePage() {
  const { sendCode, dialog } = useEmailCode();
  return (
    <>
      <ChangePage change={{ ...emailChange, resend: sendCode }} />
      {dialog}
    </>
  );
}
