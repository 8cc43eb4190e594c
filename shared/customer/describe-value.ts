import { type CustomerFieldName, isChoiceName } from "./customer-field-views.ts";
import { customerFields } from "./customer-fields.ts";

export const isCustomerField = (field: string): field is CustomerFieldName => field in customerFields;

/** Returns a customer field's value as a text for people. */
export function describeValue(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "（空欄）";
  if (typeof value === "boolean") return value ? "受け取る" : "受け取らない";
  if (Array.isArray(value)) return value.map((each) => describeValue(field, each)).join("、") || "（空欄）";
  if (!isCustomerField(field) || !isChoiceName(field)) return String(value);
  return customerFields[field].choices.find((choice) => choice.value === value)?.label ?? String(value);
}
