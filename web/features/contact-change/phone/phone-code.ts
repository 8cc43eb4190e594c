/** The SMS code of the phone change: sending and checking it. */
import { failureMessages } from "#shared/messages.ts";
import type { CodeRefusal } from "#web/components/code-entry/code-entry.tsx";
import { checkSmsCode, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import type { Target } from "../change-draft.ts";

type NumberChange = Target<"numberChangeInfo">;

/** Throws as `sendSmsCode` does. */
export const sendCode = async (chargePhoneNumber: string): Promise<NumberChange> => ({
  requestId: await sendSmsCode(chargePhoneNumber),
  chargePhoneNumber,
});

export async function checkCode({ requestId }: NumberChange, code: string): Promise<CodeRefusal | undefined> {
  const refusal = await checkSmsCode(requestId, code);
  return refusal && { message: failureMessages.wrongPhoneCode, ...refusal };
}
