import { namesIn } from "#shared/customer/customer-field-views.ts";
import { CustomerFields } from "#web/components/customer-fields/customer-field.tsx";
import { FormSection } from "#web/components/form/form-section.tsx";
import type { UserInfoControl } from "./user-info-tab.tsx";

export function CompanyFields({ control }: { control: UserInfoControl }) {
  return (
    <FormSection title="会社・団体について">
      <CustomerFields control={control} names={namesIn("company")} />
    </FormSection>
  );
}
