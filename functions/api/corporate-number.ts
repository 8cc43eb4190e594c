import { corporateNumber } from "../../shared/endpoints.ts";
import { hasValidCheckDigit } from "../../shared/rules.ts";
import { findCorporation } from "../customer/tax-agency.ts";
import { serve } from "../runtime/endpoint.ts";
import { optionalEnvironment } from "../runtime/environment.ts";

export const handler = serve(corporateNumber, async ({ query: { number } }) => {
  if (!hasValidCheckDigit(number)) return { result: { valid: false } };
  const applicationId = optionalEnvironment("TAX_AGENCY_APPLICATION_ID");
  if (applicationId === undefined) return { result: { valid: true } };
  const corporation = await findCorporation(number, applicationId);
  return { result: { valid: corporation !== undefined, ...corporation } };
});
