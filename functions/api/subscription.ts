import { purchaseByInvoice } from "#functions/billing/checkout/purchase-by-invoice.ts";
import { returnFromCard } from "#functions/billing/checkout/return-from-card.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { fromBillingParameters } from "#shared/customer/billing-contact.ts";
import { type ResponseOf, subscription } from "#shared/endpoints.ts";
import { paymentTypes } from "#shared/enums.ts";
import { invoiceFieldsIn } from "#shared/invoice-fields.ts";

export const handler = serveSignedIn(subscription, async ({ body }, { caller: { sub } }) => {
  await count(customerLimit("PAYMENT", sub));
  switch (body.mode) {
    case "card":
      return resultOf(await returnFromCard(sub));
    case "invoice":
      return resultOf(
        await purchaseByInvoice({
          sub,
          contact: fromBillingParameters(body),
          invoiceFields: invoiceFieldsIn(body),
          shownYen: body.price_yen,
        }),
      );
  }
});

function resultOf({ plan, paymentType }: Profile): ResponseOf<typeof subscription> {
  const known = paymentTypes.find((each) => each === paymentType);
  if (!known) throw new Error("A standard customer without a way to pay");
  return { result: { plan, paymentType: known } };
}
