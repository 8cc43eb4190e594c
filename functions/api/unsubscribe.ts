import { setServiceInformation } from "#functions/account/service-information.ts";
import { setInvoiceCopies } from "#functions/billing/invoices/copy-recipients.ts";
import { mailSubscriptionOf } from "#functions/mail/unsubscribe-links.ts";
import { addLogFields } from "#functions/runtime/context.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { unsubscribe } from "#shared/endpoints.ts";
import { messages } from "#shared/messages.ts";

export const handler = serve(unsubscribe, async ({ query }) => {
  const { token, resubscribe } = query;
  const subscription = await mailSubscriptionOf(token);
  if (!subscription) throw new HttpError("forbidden", { message: messages.unsubscribeLink });
  const { customer, recipient } = subscription;
  addLogFields({ customer });
  const subscribed = resubscribe !== undefined;
  if (recipient === undefined) await setServiceInformation(customer, subscribed);
  else await setInvoiceCopies(customer, recipient, subscribed);
  return { result: { subscribed } };
});
