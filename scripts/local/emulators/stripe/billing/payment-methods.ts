/** Cards and the customers that they belong to. */
import type { Account } from "../account.ts";
import { cardDeclined, invalidRequest } from "../api/stripe-error.ts";
import { newCard, testCards } from "../objects/cards.ts";
import type { Customer, PaymentMethod } from "../objects/stored.ts";

/** `id` may be one of Stripe's test cards, of which each use makes a new payment method. */
export function attachMethod(account: Account, id: string, customer: Customer): PaymentMethod {
  const card = testCards[id];
  if (card?.declines === "attach") throw cardDeclined();
  const method = card ? newCard(card, account.now()) : account.state.paymentMethods.get(id);
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
    });
  }
  account.state.paymentMethods.add(method);
  account.change(method, { customer: customer.id }, "payment_method.attached");
  return method;
}

/** Throws 400 unless the method exists and is this customer's. */
export function ownMethod(account: Account, customer: Customer, id: string, param: string): PaymentMethod {
  const method = account.state.paymentMethods.get(id, param);
  if (method.customer === customer.id) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param },
  );
}
