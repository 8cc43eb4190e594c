import { postUser } from "../../shared/endpoints.ts";
import { serve } from "../runtime/endpoint.ts";
import { signUp } from "./sign-up.ts";
import { update } from "./update.ts";
import { prepareUpgrade } from "./upgrade.ts";

export const handler = serve(postUser, async ({ body }, { caller, requestId }) => {
  switch (body.operation) {
    case "signup":
      return { result: { customerId: await signUp(body, caller, requestId) } };
    case "upgrade":
      return {
        result: { customerId: await prepareUpgrade(body, caller.sub, { invocationId: requestId }) },
      };
    case "update":
      return { result: { customerId: await update(body, caller, { invocationId: requestId }) } };
  }
});
