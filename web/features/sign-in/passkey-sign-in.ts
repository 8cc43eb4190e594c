/** Signs in with a passkey at /signin. Loaded when the button is pressed, or if this browser has used a passkey. */
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from "@simplewebauthn/browser";
import { signInForm } from "#shared/customer/customer.ts";
import { passkeyFailure } from "#web/components/passkeys/passkey-failure.ts";
import { forgetPasskeyLoginId, noPasskey, passkeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { askForPasskey, signInWithPasskeyProof } from "#web/lib/identity/passkeys/sign-in.ts";
import { IdentityError, isIdentityError } from "#web/lib/identity/provider.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";

/** `missing`: the message at the login ID field. */
export type PasskeyOutcome = "done" | { refusal: string } | { missing: string };

const loginIdMissing = "パスキーでログインするには、ログインIDを入力してください。";

/** Signs in with a passkey of the typed login ID. Without one, it uses the last passkey's login ID. */
export async function enterWithPasskey(typed: string): Promise<PasskeyOutcome> {
  const loginId = typed.trim() === "" ? passkeyLoginId() : signInForm.shape.loginId.safeParse(typed).data;
  if (loginId === undefined) return { missing: loginIdMissing };
  try {
    await signInWithPasskeyProof(await askForPasskey(loginId));
    return "done";
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): PasskeyOutcome {
  if (error instanceof ConnectionError) return { refusal: error.message };
  if (!(error instanceof IdentityError)) throw error;
  return { refusal: passkeyFailure(error) };
}

/** Renews the offer before Cognito's challenge expires after three minutes. */
const renewalMilliseconds = 150_000;

/**
 * Offers the passkey in the login ID field (autofill), if the browser supports it and has used a passkey
 * here. An offer that is not chosen shows no message. Returns a function that ends the offer.
 */
export function offerPasskey(onOutcome: (outcome: PasskeyOutcome) => void): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const offer = async (loginId: string): Promise<void> => {
    timer = setTimeout(() => void offer(loginId), renewalMilliseconds);
    const proof = await askForPasskey(loginId, controller.signal).catch(forgetIfGone);
    if (!proof || controller.signal.aborted) return;
    clearTimeout(timer);
    const outcome = await signInWithPasskeyProof(proof).then(() => "done" as const, outcomeOf);
    if (!controller.signal.aborted) onOutcome(outcome);
  };
  void browserSupportsWebAuthnAutofill().then((isSupported) => {
    const loginId = passkeyLoginId();
    if (isSupported && !controller.signal.aborted && loginId !== undefined) void offer(loginId);
  });
  return () => {
    controller.abort();
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

function forgetIfGone(error: unknown): undefined {
  if (isIdentityError(error, noPasskey)) forgetPasskeyLoginId();
}
