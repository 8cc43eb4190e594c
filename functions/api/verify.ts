import { customerWith } from "#functions/customer/signed-in.ts";
import { checkSentCode } from "#functions/phone/check-code.ts";
import { sendCode } from "#functions/phone/send-code.ts";
import { startVoiceCall } from "#functions/phone/start-voice-call.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { verify } from "#shared/endpoints.ts";

export const handler = serve(verify, async ({ body }, { clientAddress, idToken }) => {
  switch (body.mode) {
    case "send": {
      const sub = await customerWith(idToken);
      const { verificationId, secondsToWait } = await sendCode(body.phone_number, { clientAddress, sub });
      return { request_id: verificationId, retry_after_seconds: secondsToWait };
    }
    case "call": {
      const sub = await customerWith(idToken);
      const secondsToWait = await startVoiceCall(body.request_id, { clientAddress, sub });
      return { request_id: body.request_id, retry_after_seconds: secondsToWait };
    }
    case "check":
      await checkSentCode(body.request_id, body.code, clientAddress);
      return {};
  }
});
