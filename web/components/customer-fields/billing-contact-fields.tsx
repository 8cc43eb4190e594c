import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import type { billingContactForm } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { CustomerFields } from "./customer-field.tsx";

type BillingContact = z.output<typeof billingContactForm>;

/** Who the bill goes to. */
export function BillingContactFields({
  control,
}: {
  control: Control<BillingContact, unknown, BillingContact>;
}) {
  return <CustomerFields control={control} names={namesIn("billingContact")} />;
}
