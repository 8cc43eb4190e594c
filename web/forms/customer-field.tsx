import { Fragment, type ReactNode, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { type CustomerFieldName, isChoiceName, namesIn } from "#shared/customer/customer-field-views.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { limits } from "#shared/limits.ts";
import { CorporateNumberAssist } from "./corporate-number-assist.tsx";
import {
  type CustomerInput,
  customerInputs,
  formatPhoneWhenLoaded,
  loadPhoneFormat,
} from "./customer-inputs.tsx";
import { FormField, type FormFieldProps } from "./form-field.tsx";
import { Cell } from "./form-section.tsx";
import { CheckboxGroupField, RadioGroupField } from "./group-fields.tsx";
import { WhereIsIt } from "./guide/where-is-it.tsx";
import { PostcodeAssist } from "./postcode-assist.tsx";
import { SelectField } from "./select-field.tsx";
import { useLabelFor } from "./use-label-for.ts";

interface CustomerFieldProps extends Pick<FormFieldProps, "renderError"> {
  name: CustomerFieldName;
  /** False: a choice can be changed but not cleared. */
  clearable?: boolean;
}

/** Explanations beside the fields whose values the customer copies from Vonage. */
const whereIsIt: { readonly [Name in CustomerFieldName]?: ReactNode } = {
  applicationId: <WhereIsIt topic="application-id" label={customerFields.applicationId.label} />,
  apiKey: <WhereIsIt topic="api-key" label={customerFields.apiKey.label} />,
  webhookUrl: <WhereIsIt topic="webhook-url" label={customerFields.webhookUrl.label} />,
};

/**
 * Formats a number that was typed before the format was loaded. The focused field is formatted on the next keystroke.
 */
function usePhoneFormat(name: CustomerFieldName, isPhone: boolean): void {
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  useEffect(() => {
    if (!isPhone) return;
    const before = getValues(name);
    const format = (): void => {
      const typed = getValues(name);
      const isBeingTyped = document.activeElement?.getAttribute("name") === name;
      if (typeof typed === "string" && typed !== before && !isBeingTyped)
        setValue(name, formatPhoneWhenLoaded(typed, ""), { shouldDirty: true });
    };
    // A number without hyphens is valid, so a failure needs no message.
    loadPhoneFormat().then(format, () => {});
  }, [getValues, setValue, name, isPhone]);
}

/** A customer field, the same on every screen. */
export function CustomerField({ name, clearable, renderError }: CustomerFieldProps) {
  const { label, required } = customerFields[name];
  const shownLabel = useLabelFor()(name);
  const { radio, width: _, ...input }: CustomerInput = customerInputs[name] ?? {};
  const { autoComplete, hint } = input;
  usePhoneFormat(name, input.type === "tel");
  const field = { name, label: shownLabel, required, hint, aside: whereIsIt[name] };
  if (!isChoiceName(name))
    return (
      <FormField
        maxLength={limits.textMaxLength}
        {...input}
        {...field}
        renderError={
          renderError ??
          // The rule's message names the field by its label for corporations.
          ((message) => (message.startsWith(label) ? shownLabel + message.slice(label.length) : message))
        }
      />
    );
  const { choices } = customerFields[name];
  if (name === "usage") return <CheckboxGroupField {...field} choices={choices} />;
  if (radio) return <RadioGroupField {...field} choices={choices} />;
  return <SelectField {...field} {...{ choices, autoComplete, clearable }} />;
}

interface CustomerFieldsProps {
  names: readonly CustomerFieldName[];
  /** Choices that can be changed but not cleared. */
  unclearable?: readonly CustomerFieldName[];
  /** Renders an error with more than its message. */
  errors?: { readonly [Name in CustomerFieldName]?: FormFieldProps["renderError"] };
  /** Elements after a field that are no customer fields, such as a secret. */
  after?: { readonly [Name in CustomerFieldName]?: ReactNode };
}

/** Components that fill in other fields: in a field's cell, or in a row after it. */
const assists: { readonly [Name in CustomerFieldName]?: ReactNode } = {
  corporateNumber: <CorporateNumberAssist />,
};
const assistRows: { readonly [Name in CustomerFieldName]?: ReactNode } = { prefecture: <PostcodeAssist /> };

/** Several customer fields, for a section of a form. */
export function CustomerFields({ names, unclearable = [], errors = {}, after = {} }: CustomerFieldsProps) {
  return names.map((name) => (
    <Fragment key={name}>
      <Cell width={customerInputs[name]?.width ?? "usual"}>
        <CustomerField name={name} clearable={!unclearable.includes(name)} renderError={errors[name]} />
        {assists[name]}
      </Cell>
      {assistRows[name]}
      {after[name]}
    </Fragment>
  ));
}

export const BillingContactFields = () => <CustomerFields names={namesIn("billingContact")} />;
