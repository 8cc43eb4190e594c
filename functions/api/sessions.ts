import { endAllSessions } from "#functions/account/end-all-sessions.ts";
import { cancelSessionsToEnd, prepareSessionsToEnd } from "#functions/account/sessions-to-end.ts";
import {
  passwordChanged,
  passwordReplaced,
  signedOut,
  signedOutEverywhere,
} from "#functions/activity/password-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { updateItem } from "#functions/platform/table.ts";
import { recordAddress } from "#functions/sign-in-methods/record-address.ts";
import { sessions } from "#shared/endpoints.ts";

export const handler = serveSignedIn(sessions, async ({ body }, { caller, clientAddress }) => {
  const { sub, loginId } = caller;
  switch (body.operation) {
    case "begin":
      await recordAddress(caller, clientAddress);
      return { result: { ended: false } };
    case "prepare-end": {
      // Cognito has no trigger for a password change: the task must be stored before it.
      const { id, update } = prepareSessionsToEnd(sub, loginId);
      await updateItem(update);
      return { result: { ended: false, id } };
    }
    case "cancel-end":
      await cancelSessionsToEnd(sub, body.id);
      return { result: { ended: false } };
    case "end": {
      const change = {
        withActivity: passwordChanged(sub, "password-changed"),
        withoutActivity: passwordReplaced(sub),
      };
      return { result: { ended: await endAllSessions(caller, change) } };
    }
    case "sign-out": {
      const end = { withActivity: signedOutEverywhere(sub), withoutActivity: signedOut(sub) };
      return { result: { ended: await endAllSessions(caller, end) } };
    }
  }
});
