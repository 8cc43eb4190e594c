import { lookUpCorporation } from "#functions/customer/corporations.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { corporateNumber } from "#shared/endpoints.ts";
import { hasValidCheckDigit } from "#shared/rules.ts";

export const handler = serve(corporateNumber, async ({ query: { number } }, { clientAddress }) => {
  if (!hasValidCheckDigit(number)) return { result: { valid: false } };
  const applicationId = optionalEnvironment("TAX_AGENCY_APPLICATION_ID");
  if (applicationId === undefined) return { result: { valid: true } };
  const corporation = await lookUpCorporation(number, applicationId, clientAddress);
  return { result: { valid: corporation !== undefined, ...corporation } };
});
