import { useCall } from "#web/flow/use-call.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { rememberPasskeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { associatePasskey } from "#web/lib/identity/passkeys/passkeys.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { withdrawPasskeyOffer } from "./passkey-offer.ts";

const unsupported =
  "この端末では、パスキーを作成できませんでした。画面ロック（指紋・顔認証・PINなど）を設定するか、別の端末でお試しください。";
const elsewhere = "このページのアドレスでは、パスキーを追加できません。";

/** The messages by Amplify's and Cognito's error names. */
const sentences: Readonly<Record<string, string>> = {
  PasskeyRegistrationCanceled:
    "パスキーの追加が完了しませんでした。キャンセルされたか、時間が経過した可能性があります。もう一度お試しください。",
  PasskeyOperationAborted: "パスキーの追加を中断しました。もう一度お試しください。",
  PasskeyAlreadyExists: "この端末のパスキーは、すでに追加されています。",
  PasskeyNotSupported: unsupported,
  PasskeyRegistrationFailed: unsupported,
  WebAuthnCredentialNotSupportedException: unsupported,
  RelyingPartyMismatch: elsewhere,
  WebAuthnOriginNotAllowedException: elsewhere,
  WebAuthnRelyingPartyMismatchException: elsewhere,
  WebAuthnChallengeNotFoundException:
    "時間が経過したため、パスキーを追加できませんでした。もう一度お試しください。",
  LimitExceededException:
    "追加できるパスキーの数が上限に達しています。ご利用にならないパスキーを削除してから、もう一度お試しください。",
};

/** Returns `undefined` if the general message fits best. */
const addFailure = (error: unknown): string | undefined =>
  error instanceof IdentityError ? (sentences[error.code] ?? identityAdvice(error)) : undefined;

async function addPasskey(): Promise<void> {
  try {
    await associatePasskey();
    withdrawPasskeyOffer();
    rememberPasskeyLoginId(tabStorage.read("loginId") ?? "");
  } finally {
    // Also after a failure, because the response may have been lost.
    await syncSignInMethods();
  }
}

/** Returns the call that adds a passkey, of this device or of another device that the browser can reach. */
export const useAddPasskey = (confirmPassword: () => Promise<boolean>, onAdded: () => void) =>
  useCall(
    async () => {
      if (!(await confirmPassword())) return;
      await addPasskey();
      onAdded();
    },
    {
      isShownHere: () => true,
      sentence: (error) => addFailure(error) ?? failureSentence(error, "パスキーを追加できませんでした。"),
    },
  );
