import { addresseeKinds } from "#shared/enums.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { monthText, offeredMonths } from "#shared/quote-months.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { Cell, FieldGrid } from "#web/forms/form-section.tsx";
import { RadioGroupField } from "#web/forms/group-fields.tsx";
import { RequiredNote } from "#web/forms/required-note.tsx";
import { SelectField } from "#web/forms/select-field.tsx";

const monthChoices = Array.from({ length: limits.quoteMaxMonths }, (_, index) => ({
  value: index + 1,
  label: `${index + 1}か月`,
}));

const firstMonthChoices = () =>
  offeredMonths(Date.now()).map((value) => ({ value, label: monthText(value) }));

interface QuoteFieldsProps {
  /** The price is per year, so a quote is for one year. */
  isYearly: boolean;
  /** Asks whether the addressee is a company (御中) or a person (様), for visitors without an account. */
  asksKind?: boolean;
}

/** The fields of a quote. */
export const QuoteFields = ({ isYearly, asksKind = false }: QuoteFieldsProps) => (
  <FieldGrid>
    <Cell width="full">
      <RequiredNote />
    </Cell>
    {asksKind && (
      <Cell width="full">
        <RadioGroupField
          name="addresseeKind"
          label={labels.addresseeKind}
          choices={addresseeKinds.map((label, value) => ({ label, value }))}
          required
        />
      </Cell>
    )}
    <Cell width="full">
      <FormField name="addressee" label={labels.addressee} required />
    </Cell>
    <FormField name="department" label={labels.department} />
    <FormField name="person" label={labels.quotePerson} />
    <SelectField name="firstMonth" label={labels.quoteFirstMonth} choices={firstMonthChoices()} />
    {!isYearly && (
      <SelectField
        name="months"
        label={labels.quoteMonths}
        choices={monthChoices}
        required
        clearable={false}
      />
    )}
  </FieldGrid>
);
