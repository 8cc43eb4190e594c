import { namesIn } from "#shared/customer/customer-field-views.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { CustomerFields } from "#web/components/customer-fields/customer-field.tsx";
import { FormSection } from "#web/components/form/form-section.tsx";
import type { CompanyControl } from "../step-props.ts";

const companyNames = namesIn("company").filter((name) => customerFields[name].required);
const contactNames = namesIn("contact", "kintone").filter((name) => customerFields[name].required);

/** The required part of step 1. */
export function CompanyFields({ control }: { control: CompanyControl }) {
  return (
    <>
      <FormSection title="会社・団体について">
        <CustomerFields control={control} names={companyNames} />
      </FormSection>
      <FormSection title="ご担当者・ご利用環境について">
        <CustomerFields control={control} names={contactNames} />
      </FormSection>
    </>
  );
}
