import { labels } from "../../../../shared/labels.ts";
import { limits } from "../../../../shared/limits.ts";
import { foldWidth } from "../../../../shared/normalize.ts";
import { companyInputs } from "../../../components/customer-fields/company-inputs.tsx";
import { FormField } from "../../../components/form/form-field.tsx";
import { FormSection, FullWidth } from "../../../components/form/form-section.tsx";
import { RadioGroupField } from "../../../components/form/radio-group-field.tsx";
import { SelectField } from "../../../components/form/select-field.tsx";
import { formatPhone } from "../../../lib/format-phone.ts";
import type { UserInfoControl } from "./user-info-tab.tsx";

export function CompanyFields({ control }: { control: UserInfoControl }) {
  return (
    <FormSection title="会社・団体について">
      <FullWidth>
        <RadioGroupField {...companyInputs.customerKbn} control={control} name="customerKbn" />
      </FullWidth>
      <FullWidth>
        <FormField {...companyInputs.corporateName} control={control} name="corporateName" />
      </FullWidth>
      <FormField
        control={control}
        name="corporateNumber"
        label={labels.corporateNumber}
        hint="13桁の数字です。"
        inputMode="numeric"
        maxLength={limits.textMaxLength}
        format={foldWidth}
      />
      <FormField
        control={control}
        name="corporatePhoneNumber"
        label={labels.corporatePhoneNumber}
        hint="代表番号などをご入力ください。"
        placeholder="03-1234-5678"
        type="tel"
        inputMode="tel"
        autoComplete="work tel"
        format={formatPhone}
      />
      <FormField {...companyInputs.postalCode} control={control} name="postalCode" />
      <SelectField {...companyInputs.prefecture} control={control} name="prefecture" />
      <FormField {...companyInputs.city} control={control} name="city" />
      <FormField {...companyInputs.streetAddress} control={control} name="streetAddress" />
    </FormSection>
  );
}
