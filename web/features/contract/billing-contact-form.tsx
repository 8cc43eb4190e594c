import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { BillingFields } from "#shared/customer/billing-contact.ts";
import { billingContactForm } from "#shared/customer/customer.ts";
import { BillingContactFields } from "#web/forms/customer-field.tsx";
import { Form } from "#web/forms/form.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";

interface BillingContactFormProps {
  contact: BillingFields;
  onSubmit: (contact: BillingFields) => void;
}

/** Who receives the bill of the contract to come. */
export function BillingContactForm({ contact, onSubmit }: BillingContactFormProps) {
  const form = usePortalForm(billingContactForm, contact);
  return (
    <Form form={form} onSubmit={onSubmit}>
      <Stack spacing={4}>
        <BillingContactFields control={form.control} />
        <Button type="submit">お支払い方法の選択へ</Button>
      </Stack>
    </Form>
  );
}
