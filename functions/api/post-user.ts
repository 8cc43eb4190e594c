import { postUser } from "../../shared/endpoints.ts";
import { prepareUpgrade } from "../customer/prepare-upgrade.ts";
import { signUp } from "../customer/sign-up.ts";
import { update } from "../customer/update.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(postUser, async ({ body }, { caller, requestId }) => {
  switch (body.operation) {
    case "signup":
      return { result: { customerId: await signUp(body, caller, requestId) } };
    case "upgrade":
      return {
        result: { customerId: await prepareUpgrade(body, caller, { requestId }) },
      };
    case "update":
      return { result: { customerId: await update(body, caller, { requestId }) } };
  }
});
