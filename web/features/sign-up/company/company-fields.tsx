import InputAdornment from "@mui/material/InputAdornment";
import { labels } from "../../../../shared/labels.ts";
import { limits } from "../../../../shared/limits.ts";
import { formatKintoneDomain, formatPostalCode } from "../../../../shared/normalize.ts";
import { FormField } from "../../../components/form/form-field.tsx";
import { FormSection, FullWidth } from "../../../components/form/form-section.tsx";
import { formatTypedDomain } from "../../../components/form/format-kintone-domain.ts";
import { RadioGroupField } from "../../../components/form/radio-group-field.tsx";
import { SelectField } from "../../../components/form/select-field.tsx";
import type { CompanyControl } from "../step-props.ts";
import { choices } from "./choices.ts";

const text = { required: true, maxLength: limits.textMaxLength } as const;

/** The required part of step 1. */
export function CompanyFields({ control }: { control: CompanyControl }) {
  return (
    <>
      <FormSection title="会社・団体について">
        <FullWidth>
          <RadioGroupField
            control={control}
            name="customerKbn"
            label={labels.customerKbn}
            required
            choices={choices.customerKbn}
          />
        </FullWidth>
        <FullWidth>
          <FormField
            {...text}
            control={control}
            name="corporateName"
            label={labels.corporateName}
            autoComplete="organization"
          />
        </FullWidth>
        <FormField
          required
          control={control}
          name="postalCode"
          label={labels.postalCode}
          placeholder="123-4567"
          autoComplete="postal-code"
          inputMode="numeric"
          format={formatPostalCode}
        />
        <SelectField
          control={control}
          name="prefecture"
          label={labels.prefecture}
          required
          autoComplete="address-level1"
          choices={choices.prefecture}
        />
        <FormField
          {...text}
          control={control}
          name="city"
          label={labels.city}
          autoComplete="address-level2"
        />
        <FormField
          {...text}
          control={control}
          name="streetAddress"
          label={labels.streetAddress}
          autoComplete="address-line1"
        />
      </FormSection>
      <FormSection title="ご担当者・ご利用環境について">
        <FormField
          {...text}
          control={control}
          name="chargeLastName"
          label={labels.chargeLastName}
          autoComplete="family-name"
        />
        <FormField
          {...text}
          control={control}
          name="chargeFirstName"
          label={labels.chargeFirstName}
          autoComplete="given-name"
        />
        <FullWidth>
          <FormField
            {...text}
            control={control}
            name="kintoneDomain"
            label={labels.kintoneDomain}
            hint="https://example.cybozu.com をお使いの場合は「example」とご入力ください。URLを貼り付けることもできます。"
            placeholder="example"
            inputMode="url"
            format={formatTypedDomain}
            normalize={formatKintoneDomain}
            endAdornment={<InputAdornment position="end">.cybozu.com</InputAdornment>}
          />
        </FullWidth>
      </FormSection>
    </>
  );
}
