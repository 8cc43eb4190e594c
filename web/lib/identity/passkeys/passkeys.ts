/** The signed-in customer's passkeys at Cognito. Each function throws as `callAsSignedIn` does. */
import { asChange } from "../../net/last-change.ts";
import { isIdentityError } from "../provider.ts";
import { callAsSignedIn } from "../tokens/current-session.ts";

/** Milliseconds. Finding a device takes time; Cognito's challenge expires earlier. */
const ceremonyMilliseconds = 10 * 60_000;

/**
 * Creates a passkey in the browser and registers it at Cognito. The error's `code` is Amplify's
 * (`PasskeyErrorCode`) or Cognito's.
 */
export const associatePasskey = (): Promise<void> =>
  asChange(() =>
    callAsSignedIn(({ associateWebAuthnCredential }) => associateWebAuthnCredential(), ceremonyMilliseconds),
  );

/** Deletes a passkey. Succeeds if the passkey is already deleted. */
export async function deletePasskey(credentialId: string): Promise<void> {
  try {
    await asChange(() =>
      callAsSignedIn(({ deleteWebAuthnCredential }) => deleteWebAuthnCredential({ credentialId })),
    );
  } catch (error) {
    if (!isIdentityError(error, "ResourceNotFoundException")) throw error;
  }
}
