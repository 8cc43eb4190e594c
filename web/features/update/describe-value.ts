import { choices } from "../../components/customer-fields/choices.ts";
import type { FieldValue } from "./edits.ts";

const lists = {
  customerKbn: choices.customerKbn,
  prefecture: choices.prefecture,
  position: choices.position,
};
const isChoice = (field: string): field is keyof typeof lists => field in lists;

/** A field's value as people read it. */
export function describeValue(field: string, value: FieldValue): string {
  if (value === undefined || value === "") return "（空欄）";
  const chosen = isChoice(field) ? lists[field].find((choice) => choice.value === value) : undefined;
  return chosen?.label ?? String(value);
}
