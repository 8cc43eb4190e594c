/** The SMS code of the phone change: sending and checking it. */
import { failureMessages } from "#shared/messages.ts";
import type { CodeRefusal } from "#web/components/code-entry/code-entry.tsx";
import { checkSmsCode, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import type { Sent, Target } from "../change-draft.ts";

type NumberChange = Target<"numberChangeInfo">;

/** Throws as `sendSmsCode` does. */
export async function sendCode(chargePhoneNumber: string): Promise<Sent<"numberChangeInfo">> {
  const { requestId, ...sent } = await sendSmsCode(chargePhoneNumber);
  return { target: { requestId, chargePhoneNumber }, ...sent };
}

export async function checkCode({ requestId }: NumberChange, code: string): Promise<CodeRefusal | undefined> {
  const refusal = await checkSmsCode(requestId, code);
  return refusal && { message: failureMessages.wrongPhoneCode, ...refusal };
}
