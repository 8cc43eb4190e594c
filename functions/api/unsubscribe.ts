import { unsubscribe } from "../../shared/endpoints.ts";
import { messages } from "../../shared/messages.ts";
import { setServiceInformation } from "../customer/service-information.ts";
import { customerOfToken } from "../mail/unsubscribe-links.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";
import { addLogFields } from "../runtime/log.ts";

export const handler = serve(unsubscribe, async ({ query }, { requestId }) => {
  const { token, resubscribe } = query;
  const customer = await customerOfToken(token);
  if (customer === undefined) throw new ApiError("forbidden", { message: messages.unsubscribeLink });
  addLogFields({ customer });
  const subscribed = resubscribe !== undefined;
  await setServiceInformation(customer, subscribed, { requestId });
  return { result: { subscribed } };
});
