import { newId, randomLetters } from "../ids.ts";
import { type Customer, stored } from "./stored.ts";

export const newCustomer = (created: number, given: Partial<Customer>): Customer =>
  stored<Customer>({
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created,
    email: null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null },
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    ...given,
  });
