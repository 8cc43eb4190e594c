import { companyInputs } from "../../../components/customer-fields/company-inputs.tsx";
import { FormField } from "../../../components/form/form-field.tsx";
import { FormSection, FullWidth } from "../../../components/form/form-section.tsx";
import { RadioGroupField } from "../../../components/form/radio-group-field.tsx";
import { SelectField } from "../../../components/form/select-field.tsx";
import type { CompanyControl } from "../step-props.ts";

/** The required part of step 1. */
export function CompanyFields({ control }: { control: CompanyControl }) {
  return (
    <>
      <FormSection title="会社・団体について">
        <FullWidth>
          <RadioGroupField {...companyInputs.customerKbn} control={control} name="customerKbn" />
        </FullWidth>
        <FullWidth>
          <FormField {...companyInputs.corporateName} control={control} name="corporateName" />
        </FullWidth>
        <FormField {...companyInputs.postalCode} control={control} name="postalCode" />
        <SelectField {...companyInputs.prefecture} control={control} name="prefecture" />
        <FormField {...companyInputs.city} control={control} name="city" />
        <FormField {...companyInputs.streetAddress} control={control} name="streetAddress" />
      </FormSection>
      <FormSection title="ご担当者・ご利用環境について">
        <FormField {...companyInputs.chargeLastName} control={control} name="chargeLastName" />
        <FormField {...companyInputs.chargeFirstName} control={control} name="chargeFirstName" />
        <FullWidth>
          <FormField {...companyInputs.kintoneDomain} control={control} name="kintoneDomain" />
        </FullWidth>
      </FormSection>
    </>
  );
}
