import { Fragment, type ReactNode, useEffect } from "react";
import { type Control, type FieldPath, type FieldValues, useFormContext } from "react-hook-form";
import type * as z from "zod/mini";
import type { billingContactForm } from "#shared/customer/customer.ts";
import { type CustomerFieldName, isChoiceName, namesIn } from "#shared/customer/customer-field-views.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { limits } from "#shared/limits.ts";
import { WhereIsIt } from "#web/components/guide/where-is-it.tsx";
import { CorporateNumberAssist } from "./corporate-number-assist.tsx";
import { type CustomerInput, customerInputs, formatPhone, loadPhoneFormat } from "./customer-inputs.tsx";
import { FormField, type FormFieldProps } from "./form-field.tsx";
import { Cell } from "./form-section.tsx";
import { CheckboxGroupField, RadioGroupField } from "./group-fields.tsx";
import { PostcodeAssist } from "./postcode-assist.tsx";
import { SelectField } from "./select-field.tsx";
import { useLabelFor } from "./use-label-for.ts";

interface CustomerFieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input> & CustomerFieldName;
  hint?: string;
  /** False: what was chosen once can be exchanged but not taken back. */
  clearable?: boolean;
  renderError?: FormFieldProps<Input, Output>["renderError"] | undefined;
}

/** Values that the customer copies from Vonage. */
const whereIsIt: { readonly [Name in CustomerFieldName]?: ReactNode } = {
  applicationId: <WhereIsIt topic="application-id" of={customerFields.applicationId.label} />,
  apiKey: <WhereIsIt topic="api-key" of={customerFields.apiKey.label} />,
  webhookUrl: <WhereIsIt topic="webhook-url" of={customerFields.webhookUrl.label} />,
};

/** Formats a number that was typed before the formats were loaded; the focused field follows with the next key. */
function usePhoneFormat(name: CustomerFieldName, isPhone: boolean): void {
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  useEffect(() => {
    if (!isPhone) return;
    const before = getValues(name);
    const format = (): void => {
      const typed = getValues(name);
      const isBeingTyped = document.activeElement?.getAttribute("name") === name;
      if (typeof typed === "string" && typed !== before && !isBeingTyped)
        setValue(name, formatPhone(typed, ""), { shouldDirty: true });
    };
    // Without it a number has no hyphens of ours, and is none the worse for that.
    loadPhoneFormat().then(format, () => {});
  }, [getValues, setValue, name, isPhone]);
}

/** One field of the table of customer fields, as every screen asks for it. */
export function CustomerField<Input extends FieldValues, Output = Input>({
  clearable,
  renderError,
  ...props
}: CustomerFieldProps<Input, Output>) {
  const { name } = props;
  const { label, required } = customerFields[name];
  const shownLabel = useLabelFor()(name);
  const { radio, width: _, ...input }: CustomerInput = customerInputs[name] ?? {};
  const { autoComplete, hint } = input;
  const aside = whereIsIt[name];
  usePhoneFormat(name, input.type === "tel");
  const field = { label: shownLabel, required, aside, ...(hint !== undefined && { hint }), ...props };
  if (!isChoiceName(name))
    return (
      <FormField<Input, Output>
        maxLength={limits.textMaxLength}
        {...input}
        {...field}
        renderError={
          renderError ??
          // The rule speaks of the field by the label that it has for a corporation.
          ((message) => (message.startsWith(label) ? shownLabel + message.slice(label.length) : message))
        }
      />
    );
  const { choices } = customerFields[name];
  if (name === "usage") return <CheckboxGroupField<Input, Output> {...field} choices={choices} />;
  if (radio) return <RadioGroupField<Input, Output> {...field} choices={choices} />;
  return (
    <SelectField<Input, Output>
      {...field}
      choices={choices}
      {...(autoComplete !== undefined && { autoComplete })}
      {...(clearable !== undefined && { clearable })}
    />
  );
}

interface CustomerFieldsProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  names: readonly (FieldPath<Input> & CustomerFieldName)[];
  /** The choices that may be exchanged but not taken back. */
  kept?: readonly CustomerFieldName[];
  /** Renders an error that has more than its sentence. */
  errors?: { readonly [Name in CustomerFieldName]?: FormFieldProps<Input, Output>["renderError"] };
  /** Shown after a field without being a field of the table, such as a secret. */
  after?: { readonly [Name in CustomerFieldName]?: ReactNode };
}

/** Components that fill in other fields: in the cell of a field, or in a row of its own after it. */
const assists: { readonly [Name in CustomerFieldName]?: ReactNode } = {
  corporateNumber: <CorporateNumberAssist />,
};
const assistRows: { readonly [Name in CustomerFieldName]?: ReactNode } = { prefecture: <PostcodeAssist /> };

/** Several fields of the table, for a section of a form. */
export function CustomerFields<Input extends FieldValues, Output = Input>({
  control,
  names,
  kept = [],
  errors = {},
  after = {},
}: CustomerFieldsProps<Input, Output>) {
  return names.map((name) => (
    <Fragment key={name}>
      <Cell width={customerInputs[name]?.width ?? "usual"}>
        <CustomerField<Input, Output>
          control={control}
          name={name}
          clearable={!kept.includes(name)}
          renderError={errors[name]}
        />
        {assists[name]}
      </Cell>
      {assistRows[name]}
      {after[name]}
    </Fragment>
  ));
}

type BillingContact = z.output<typeof billingContactForm>;

/** The recipient of the bill. */
export function BillingContactFields({
  control,
}: {
  control: Control<BillingContact, unknown, BillingContact>;
}) {
  return <CustomerFields control={control} names={namesIn("billingContact")} />;
}
