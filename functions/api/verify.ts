import { verify } from "../../shared/endpoints.ts";
import { checkCode } from "../phone/check-code.ts";
import { sendCode } from "../phone/send-code.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(verify, async ({ body }, { clientAddress }) => {
  switch (body.mode) {
    case "send":
      return { request_id: await sendCode(body.phone_number, clientAddress) };
    case "check":
      await checkCode(body.request_id, body.code);
      return {};
  }
});
