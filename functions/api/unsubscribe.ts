import { setServiceInformation } from "#functions/account/service-information.ts";
import { customerOfToken } from "#functions/mail/unsubscribe-links.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { addLogFields } from "#functions/runtime/context.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { unsubscribe } from "#shared/endpoints.ts";
import { messages } from "#shared/messages.ts";

export const handler = serve(unsubscribe, async ({ query }) => {
  const { token, resubscribe } = query;
  const customer = await customerOfToken(token);
  if (customer === undefined) throw new ApiError("forbidden", { message: messages.unsubscribeLink });
  addLogFields({ customer });
  const subscribed = resubscribe !== undefined;
  await setServiceInformation(customer, subscribed);
  return { result: { subscribed } };
});
