import {
  type Corporation,
  findCorporation,
  readCorporation,
  storeCorporation,
} from "#functions/customer/corporations.ts";
import { enforceLimits, networkLimits } from "#functions/platform/rate-limits.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { hourMs } from "#shared/durations.ts";
import { corporateNumber } from "#shared/endpoints.ts";
import { hasValidCheckDigit } from "#shared/rules.ts";

export const handler = serve(corporateNumber, async ({ query: { number } }, { clientAddress }) => {
  if (!hasValidCheckDigit(number)) return { result: { valid: false } };
  const applicationId = optionalEnvironment("TAX_AGENCY_APPLICATION_ID");
  if (applicationId === undefined) return { result: { valid: true } };
  const corporation = await find(number, applicationId, clientAddress);
  return { result: { valid: corporation !== undefined, ...corporation } };
});

/** Asks the agency about a number at most once a day, and limits the calls for each client address. Throws 429, 502. */
async function find(
  number: string,
  applicationId: string,
  clientAddress: string,
): Promise<Corporation | undefined> {
  const stored = await readCorporation(number);
  if (stored) return stored.corporation;
  await enforceLimits(
    networkLimits(clientAddress, {
      of: "CORPORATION",
      most: numbersPerHour,
      windowMs: hourMs,
      isSliding: true,
      message: "法人番号の確認回数の上限に達しました。時間をおいてからもう一度お試しください。",
    }),
  );
  const corporation = await findCorporation(number, applicationId);
  await storeCorporation(number, corporation);
  return corporation;
}

/** An office shares one address; a person looks up one or two numbers. */
const numbersPerHour = 20;
