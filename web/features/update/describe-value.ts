import { type CustomerFieldName, isChoiceName } from "../../../shared/customer-field-views.ts";
import { customerFields } from "../../../shared/customer-fields.ts";
import type { FieldValue } from "./draft.ts";

const isCustomerField = (field: string): field is CustomerFieldName => field in customerFields;

/** A field's value as people read it. */
export function describeValue(field: string, value: FieldValue): string {
  if (value === undefined || value === "") return "（空欄）";
  if (!isCustomerField(field) || !isChoiceName(field)) return String(value);
  return customerFields[field].choices.find((choice) => choice.value === value)?.label ?? String(value);
}
