import { useWatch } from "react-hook-form";
import { type CustomerFieldName, labelFor } from "#shared/customer/customer-field-views.ts";

/** The fields' labels for the customer category that the surrounding form has chosen, if it asks for one. */
export function useLabelFor(): (name: CustomerFieldName) => string {
  const customerKbn: unknown = useWatch({ name: "customerKbn" });
  return (name) => labelFor(name, typeof customerKbn === "number" ? customerKbn : undefined);
}
