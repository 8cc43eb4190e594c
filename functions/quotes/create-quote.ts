import { createHash } from "node:crypto";
import { isCustomer, type Profile } from "#functions/customer/profile.ts";
import { customerLimit, writeWithinLimits } from "#functions/platform/rate-limits.ts";
import { endOfJapanDay, japanDay } from "#functions/platform/time.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs } from "#shared/durations.ts";
import type { BodyOf, createQuote as endpoint } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { todaysPrice, todaysUnit } from "./price-to-pay.ts";
import { newQuote, type QuoteRow, readQuote } from "./quote-table.ts";

type QuoteRequest = BodyOf<typeof endpoint>;

/** Loaded on first use: the font takes longer to load than everything else of a cold start. */
const loadFont = () => import("#functions/documents/font.ts");

/** Creates a quote, or returns the same one that was created before. Throws 400, 401, 403, 429. */
export async function makeQuote(sub: string, profile: Profile, request: QuoteRequest): Promise<QuoteRow> {
  await requirePrintable(request);
  const quote = quoteOf(sub, request, profile.customerKbn === 1);
  const made = await readQuote(sub, quote.id);
  if (made) return made;
  const writes = [newQuote(sub, quote), isCustomer(sub)];
  if (await writeWithinLimits([customerLimit("QUOTES", sub)], writes)) return quote;
  // The second press of a double click, or an account that was closed meanwhile.
  const first = await readQuote(sub, quote.id);
  if (first) return first;
  throw new HttpError("unauthorized");
}

/** Returns a quote for a visitor without an account. Throws 400. */
export async function makePublicQuote(request: QuoteRequest): Promise<QuoteRow> {
  await requirePrintable(request);
  return quoteOf("", request);
}

async function requirePrintable({ addressee, department = "", person = "" }: QuoteRequest): Promise<void> {
  const { unprintableIn } = await loadFont();
  const texts = Object.entries({ addressee, department, person });
  const broken = texts
    .map(([field, text]) => [field, unprintableIn(text)] as const)
    .filter(([, rest]) => rest !== "");
  if (broken.length === 0) return;
  const message = (rest: string) => `見積書に印字できない文字です：${rest}`;
  throw new HttpError("bad_request", {
    fields: Object.fromEntries(broken.map(([field, rest]) => [field, message(rest)])),
  });
}

/** The same input on the same day at the same price has the same id. */
function quoteOf(sub: string, request: QuoteRequest, isOfPerson = false): QuoteRow {
  const { addressee, addresseeKind, firstMonth } = request;
  const isPerson = addresseeKind === undefined ? isOfPerson : addresseeKind === 1;
  const { id: priceId, amountYen } = todaysPrice();
  const unit = todaysUnit();
  const months = unit === "年" ? 12 : request.months;
  const now = Date.now();
  const day = japanDay(now);
  const person = request.person || undefined;
  const department = request.department || undefined;
  const words = [
    sub,
    day,
    priceId,
    amountYen,
    addressee,
    department,
    person,
    months,
    ...(firstMonth === undefined ? [] : [firstMonth]),
    ...(isPerson === isOfPerson ? [] : ["addresseeKind", addresseeKind]),
  ];
  const id = createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
  return {
    id,
    number: `Q${day.replaceAll("-", "")}-${id.slice(0, 8).toUpperCase()}`,
    createdAt: new Date(now).toISOString(),
    validUntil: new Date(endOfJapanDay(now + limits.quoteValidDays * dayMs)).toISOString(),
    addressee,
    ...(department !== undefined && { department }),
    ...(person !== undefined && { person }),
    honorific: person !== undefined || isPerson ? "様" : "御中",
    months,
    ...(firstMonth !== undefined && { firstMonth }),
    priceId,
    amountYen,
    taxRatePercent: numericEnvironment("TAX_RATE_PERCENT"),
    quantity: unit === "年" ? 1 : months,
    unit,
  };
}
