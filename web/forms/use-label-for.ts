import { useWatch } from "react-hook-form";
import { type CustomerFieldName, labelFor } from "#shared/customer/customer-field-views.ts";

/** What fields are called for the customer category that the form around has chosen, if it asks for one. */
export function useLabelFor(): (name: CustomerFieldName) => string {
  const customerKbn: unknown = useWatch({ name: "customerKbn" });
  return (name) => labelFor(name, typeof customerKbn === "number" ? customerKbn : undefined);
}
