/**
 * The National Tax Agency's register of corporations, Web-API version 4, `GET /4/num` in XML (response type
 * 12). Source: 国税庁 法人番号システム Web-API 機能概要.
 */

import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { send } from "#functions/platform/http.ts";
import { enforceLimits, networkLimits } from "#functions/platform/rate-limits.ts";
import { getItem, type Key, updateItem } from "#functions/platform/table.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { prefectures } from "#shared/enums.ts";
import { formatPostalCode } from "#shared/normalize.ts";

const corporation = z.object({
  name: z.string(),
  address: z.string(),
  /** 1 to 47; missing for a head office abroad. */
  prefecture: z.optional(z.int()),
  city: z.string(),
  streetAddress: z.string(),
  /** `123-4567`; empty when the agency has none. */
  postalCode: z.string(),
});
type Corporation = z.output<typeof corporation>;

/** Lifetime of a cached response. The agency updates its register every working day. */
const storedForMs = dayMs;
const row = z.object({
  /** Undefined if there is no such corporation. */
  corporation: z.optional(corporation),
  /** Epoch seconds. */
  expiresAt: z.int(),
});

const key = (number: string): Key => ({ pk: `CORPORATION#${number}`, sk: "CORPORATION" });

/** Returns undefined if there is no cached response. */
export async function readCorporation(
  number: string,
): Promise<{ corporation?: Corporation | undefined } | undefined> {
  const stored = row.safeParse(await getItem(key(number))).data;
  return stored && stored.expiresAt * 1000 > Date.now() ? stored : undefined;
}

const storeCorporation = (number: string, corporation: Corporation | undefined): Promise<boolean> =>
  updateItem({
    update: key(number),
    creates: true,
    set: { expiresAt: Math.floor((Date.now() + storedForMs) / 1000), corporation: corporation ?? null },
  });

/** Returns the corporation with that number, or undefined if there is none. Throws 502. */
export async function findCorporation(
  number: string,
  applicationId: string,
): Promise<Corporation | undefined> {
  const origin = optionalEnvironment("TAX_AGENCY_URL") ?? "https://api.houjin-bangou.nta.go.jp";
  const url = new URL("/4/num", origin);
  url.search = new URLSearchParams({ id: applicationId, number, type: "12", history: "0" }).toString();
  const response = await send({ method: "GET", url, timeoutMs: 5000 }).catch((cause: unknown) => {
    throw new HttpError("provider_failed", { cause });
  });
  if (response.status !== 200) {
    throw new HttpError("provider_failed", { cause: new Error(`tax agency: ${response.status}`) });
  }
  const answer = readAnswer(response.text);
  if (!answer) throw new HttpError("provider_failed", { cause: new Error("tax agency: unexpected XML") });
  return corporationIn(answer);
}

/** Every value is text; an element without content is "". `corporation` is missing for an unknown number. */
const answerShape = z.object({
  corporations: z.union([
    z.literal(""),
    z.object({ corporation: z.optional(z.record(z.string(), z.string())) }),
  ]),
});
type Answer = z.output<typeof answerShape>;

const parser = new XMLParser({ parseTagValue: false, htmlEntities: true });

/** Returns undefined for a response that is not in the agency's format. */
function readAnswer(xml: string): Answer | undefined {
  try {
    return answerShape.safeParse(parser.parse(xml)).data;
  } catch {
    return undefined;
  }
}

function corporationIn({ corporations }: Answer): Corporation | undefined {
  const elements = corporations === "" ? {} : (corporations.corporation ?? {});
  const text = (element: string): string => elements[element] ?? "";
  if (text("name") === "" || text("closeDate") !== "") return undefined;
  const prefecture = Number(text("prefectureCode"));
  return {
    name: text("name"),
    address: ["prefectureName", "cityName", "streetNumber"].map(text).join(""),
    ...(prefecture in prefectures && { prefecture }),
    city: text("cityName"),
    streetAddress: text("streetNumber").normalize("NFKC"),
    postalCode: formatPostalCode(text("postCode")),
  };
}

/**
 * Returns the corporation with that number; undefined if there is none. Asks the agency about a number once a
 * day at most. The limit per client address counts cached numbers too: otherwise it would reveal that
 * somebody looked the number up today. Throws 429, 502.
 */
export async function lookUpCorporation(
  number: string,
  applicationId: string,
  clientAddress: string,
): Promise<Corporation | undefined> {
  await enforceLimits(
    networkLimits(clientAddress, {
      of: "CORPORATION",
      most: numbersPerHour,
      windowMs: hourMs,
      isSliding: true,
      message: "法人番号の確認回数の上限に達しました。時間をおいて、もう一度お試しください。",
    }),
  );
  const stored = await readCorporation(number);
  if (stored) return stored.corporation;
  const corporation = await findCorporation(number, applicationId);
  await storeCorporation(number, corporation);
  return corporation;
}

/** An office shares one address; a person looks up one or two numbers. */
const numbersPerHour = 20;
