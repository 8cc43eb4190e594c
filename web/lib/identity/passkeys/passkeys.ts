/** The signed-in person's passkeys at Cognito. Throws as `callAsSignedIn` does. */
import { asChange } from "../../net/last-change.ts";
import { isIdentityError } from "../provider.ts";
import { callAsSignedIn } from "../tokens/session.ts";

/** A person looks for a device, or for a finger; Cognito's challenge ends it before. */
const ceremonyMilliseconds = 10 * 60_000;

/** Has the browser make a passkey, and Cognito take it. The name of what goes wrong is Amplify's (`PasskeyErrorCode`) or Cognito's. */
export const associatePasskey = (): Promise<void> =>
  asChange(() =>
    callAsSignedIn(({ associateWebAuthnCredential }) => associateWebAuthnCredential(), ceremonyMilliseconds),
  );

/** One that was removed elsewhere meanwhile is no failure. */
export async function deletePasskey(credentialId: string): Promise<void> {
  try {
    await asChange(() =>
      callAsSignedIn(({ deleteWebAuthnCredential }) => deleteWebAuthnCredential({ credentialId })),
    );
  } catch (error) {
    if (!isIdentityError(error, "ResourceNotFoundException")) throw error;
  }
}
