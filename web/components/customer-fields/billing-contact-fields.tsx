import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import type { billingContactForm } from "../../../shared/customer.ts";
import { labels } from "../../../shared/labels.ts";
import { limits } from "../../../shared/limits.ts";
import { foldWidth } from "../../../shared/normalize.ts";
import { formatPhone } from "../../lib/format-phone.ts";
import { FormField } from "../form/form-field.tsx";

type BillingContact = z.output<typeof billingContactForm>;

/** Who the bill goes to. */
export function BillingContactFields({
  control,
}: {
  control: Control<BillingContact, unknown, BillingContact>;
}) {
  return (
    <>
      <FormField
        control={control}
        name="billingChargeName"
        label={labels.billingChargeName}
        required
        autoComplete="section-billing name"
        maxLength={limits.textMaxLength}
      />
      <FormField
        control={control}
        name="billingPhoneNumber"
        label={labels.billingPhoneNumber}
        required
        placeholder="03-1234-5678"
        type="tel"
        inputMode="tel"
        autoComplete="section-billing tel"
        format={formatPhone}
      />
      <FormField
        control={control}
        name="billingEmail"
        label={labels.billingEmail}
        required
        placeholder="name@example.co.jp"
        inputMode="email"
        autoComplete="section-billing email"
        maxLength={limits.emailMaxLength}
        format={foldWidth}
      />
    </>
  );
}
