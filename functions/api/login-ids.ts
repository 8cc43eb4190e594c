import { enqueueLoginIdMail, mailAtOnce } from "#functions/account/login-ids.ts";
import { sleepUntilDeadline } from "#functions/runtime/deadline.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { loginIds } from "#shared/endpoints.ts";

export const handler = serve(loginIds, async ({ body: { email } }, { clientAddress }) => {
  const task = await enqueueLoginIdMail(email, clientAddress);
  // The response takes the same time with and without accounts.
  const sameTime = sleepUntilDeadline(numericEnvironment("LOGIN_ID_ANSWER_MS"));
  await Promise.all([mailAtOnce(email, task), sameTime]);
  return {};
});
