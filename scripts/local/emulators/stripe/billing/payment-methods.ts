import type { Account } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import type { Customer, PaymentMethod } from "../objects/stored.ts";

/** Throws 400 unless the method exists and is this customer's. */
export function ownMethod(account: Account, customer: Customer, id: string, param: string): PaymentMethod {
  const method = account.state.paymentMethods.get(id, param);
  if (method.customer === customer.id) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param },
  );
}
