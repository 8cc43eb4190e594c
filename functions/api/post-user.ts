import { prepareUpgrade } from "#functions/account/prepare-upgrade.ts";
import { registerCustomer } from "#functions/account/sign-up.ts";
import { update } from "#functions/account/update.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { postUser } from "#shared/endpoints.ts";

export const handler = serveSignedIn(postUser, async ({ body }, { caller }) => {
  switch (body.operation) {
    case "signup":
      return { result: { customerId: await registerCustomer(body, caller) } };
    case "upgrade":
      return { result: { customerId: await prepareUpgrade(body, caller) } };
    case "update":
      return { result: { customerId: await update(body, caller) } };
  }
});
