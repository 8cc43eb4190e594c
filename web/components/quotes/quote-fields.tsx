import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { monthText, offeredMonths } from "#shared/quote-months.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { Cell, FieldGrid } from "#web/forms/form-section.tsx";
import { SelectField } from "#web/forms/select-field.tsx";

const monthChoices = Array.from({ length: limits.quoteMaxMonths }, (_, index) => ({
  value: index + 1,
  label: `${index + 1}か月`,
}));

const firstMonthChoices = () =>
  offeredMonths(Date.now()).map((value) => ({ value, label: monthText(value) }));

/** The words of a quote. `isYearly`: the plan is paid by the year, and a quote is for one. */
export const QuoteFields = ({ isYearly }: { isYearly: boolean }) => (
  <FieldGrid>
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
