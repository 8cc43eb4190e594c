import { prepareUpgrade } from "#functions/customer/prepare-upgrade.ts";
import { signUp } from "#functions/customer/sign-up.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { update } from "#functions/customer/update.ts";
import { postUser } from "#shared/endpoints.ts";

export const handler = serveSignedIn(postUser, async ({ body }, { caller }) => {
  switch (body.operation) {
    case "signup":
      return { result: { customerId: await signUp(body, caller) } };
    case "upgrade":
      return { result: { customerId: await prepareUpgrade(body, caller) } };
    case "update":
      return { result: { customerId: await update(body, caller) } };
  }
});
