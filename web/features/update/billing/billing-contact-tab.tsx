import type { FieldPath } from "react-hook-form";
import type * as z from "zod/mini";
import { BillingContactFields } from "#web/components/customer-fields/billing-contact-fields.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { changedValues, withTyped } from "../draft.ts";
import { billingContactForm, billingContactOf } from "../forms.ts";
import { TabForm } from "../tab-form.tsx";
import type { TabProps } from "../tab-props.ts";
import { type TabSettings, useTab } from "../use-tab.ts";

type BillingContact = z.output<typeof billingContactForm>;

const isField = (name: string): name is FieldPath<BillingContact> => name in billingContactForm.shape;
const settings: TabSettings<BillingContact> = {
  tab: "billing",
  rules: billingContactForm.shape,
  secrets: {},
  fieldOf: (name) => (isField(name) ? name : undefined),
};

/** Tab 3: who the bill goes to. */
export function BillingContactTab(props: TabProps) {
  const { record, store } = props;
  const form = usePortalForm(
    billingContactForm,
    withTyped(billingContactOf(record), store.typedOf("billing")),
  );
  const { save, frame } = useTab(form, settings, props);
  return (
    <TabForm {...frame} onSubmit={(values) => save(changedValues(values, billingContactOf(record)))}>
      <BillingContactFields control={form.control} />
    </TabForm>
  );
}
