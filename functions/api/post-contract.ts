import {
  cancelContract,
  changeInvoiceFields,
  changeToInvoice,
  openPayByCardPage,
  resumeContract,
} from "#functions/billing/contract/change-contract.ts";
import { termsOfSubscription } from "#functions/billing/contract/terms.ts";
import type { SubscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { postContract } from "#shared/endpoints.ts";

export const handler = serveSignedIn(postContract, async ({ body }, { caller }) => {
  const { sub } = caller;
  await count(customerLimit("CONTRACT", sub));
  switch (body.operation) {
    case "cancel":
      return answer(await cancelContract(sub, body.reason));
    case "resume":
      return answer(await resumeContract(sub));
    case "invoice-fields": {
      const { operation: _, before, ...fields } = body;
      return answer(await changeInvoiceFields(sub, fields, before));
    }
    case "change-payment-type": {
      if (body.paymentType === "invoice") return answer(await changeToInvoice(sub));
      const { subscription, url } = await openPayByCardPage(sub);
      return answer(subscription, url);
    }
  }
});

const answer = (subscription: SubscriptionFacts, url?: string) => ({
  result: { status: termsOfSubscription(subscription).status, ...(url !== undefined && { url }) },
});
