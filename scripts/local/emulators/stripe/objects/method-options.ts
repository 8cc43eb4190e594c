import type { Subscription } from "./stored.ts";

type Options = NonNullable<NonNullable<Subscription["payment_settings"]>["payment_method_options"]>;
export type BankTransfer = Options["customer_balance"];

/** `payment_method_options` of subscriptions and invoices: bank transfer, and nothing said about the rest. */
export function methodOptions(customerBalance: BankTransfer) {
  return {
    acss_debit: null,
    bancontact: null,
    billie: null,
    blik: null,
    card: null,
    customer_balance: customerBalance,
    konbini: null,
    payto: null,
    pix: null,
    sepa_debit: null,
    upi: null,
    us_bank_account: null,
  };
}
