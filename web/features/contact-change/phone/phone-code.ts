/** The SMS code of the phone change: sending and checking it. */

import { verify } from "../../../../shared/endpoints.ts";
import type { ErrorCode } from "../../../../shared/errors.ts";
import { failureMessages } from "../../../../shared/messages.ts";
import { ApiError, callApi } from "../../../lib/api-client.ts";
import type { NumberChange } from "../../../lib/session.ts";
import type { CodeRefusal } from "../verified-change.ts";

const wrongCode = failureMessages.wrongPhoneCode;

/** Only another SMS brings a code that counts. */
const endsCode: readonly string[] = ["verification_expired", "code_attempts_exceeded"] satisfies ErrorCode[];

/** Throws as `callApi` does, and when the answer has no request_id. */
export async function sendCode(chargePhoneNumber: string): Promise<NumberChange> {
  const { request_id } = await callApi(verify, { body: { mode: "send", phone_number: chargePhoneNumber } });
  if (!request_id) throw new Error("request_id is missing");
  return { requestId: request_id, chargePhoneNumber };
}

/** Any answer but a good one is a wrong code (specification section 8); what else the server says is advice. */
function refusalOf({ code, message }: ApiError): CodeRefusal {
  if (code === "verification_failed") return { message: wrongCode };
  return { message: wrongCode, advice: message, expired: endsCode.includes(code) };
}

export async function checkCode({ requestId }: NumberChange, code: string): Promise<CodeRefusal | undefined> {
  try {
    await callApi(verify, { body: { mode: "check", code, request_id: requestId } });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return refusalOf(error);
    throw error;
  }
}
