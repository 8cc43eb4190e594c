import { useWatch } from "react-hook-form";
import { type CustomerFieldName, labelFor } from "#shared/customer/customer-field-views.ts";

/** Returns a function that returns a customer field's label for the customer category that the form has chosen. */
export function useLabelFor(): (name: CustomerFieldName) => string {
  const customerKbn: unknown = useWatch({ name: "customerKbn" });
  return (name) => labelFor(name, typeof customerKbn === "number" ? customerKbn : undefined);
}
