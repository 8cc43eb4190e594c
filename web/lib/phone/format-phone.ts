import { AsYouType, type MetadataJson } from "libphonenumber-js/core";
import { foldWidth } from "#shared/normalize.ts";
/**
 * The library's metadata for Japan, 3 of its 80 kB. A test fails after an update of the library; then replace
 * the file by the output of node -p 'const { version, countries: { JP } } =
 * require("libphonenumber-js/metadata.min.json"); JSON.stringify({ version, JP })' and format it.
 */
import japan from "./phone-metadata-jp.json" with { type: "json" };

const metadata: MetadataJson = {
  version: japan.version,
  country_calling_codes: { 81: ["JP"] },
  countries: { JP: japan.JP },
  nonGeographic: {},
};

const digitsOf = (text: string): string => text.replaceAll("-", "");
const hyphensIn = (text: string): number => text.length - digitsOf(text).length;

/** The library groups international numbers (010) with spaces; those are not formatted. */
function withHyphens(digits: string): string {
  const grouped = new AsYouType("JP", metadata).input(digits);
  return grouped.includes(" ") ? digits : grouped;
}

/** Converts `+81 90 1234 5678`, as browsers fill it in, to `09012345678`. A shorter number may be incomplete. */
const toDomestic = (text: string): string =>
  text.replace(/^\+81[ -]?0?([\d -]{9,})$/, (_, rest: string) => `0${rest.replace(/\D/g, "")}`);

/** Removes the separators of pasted numbers such as `090 1234 5678` and `(03) 1234.5678`. Typed hyphens stay. */
const withoutSeparators = (text: string): string =>
  /^[\d\s().-]*$/.test(text) && /[\s().]/.test(text) ? text.replace(/\D/g, "") : text;

/** Whether the hyphens in `text` come from formatting `previous`, not from the customer. */
const hyphensAreOurs = (text: string, previous: string): boolean =>
  hyphensIn(text) <= hyphensIn(previous) && previous === withHyphens(digitsOf(previous));

/**
 * Formats `09012345678` as `090-1234-5678` while it is typed. Typed hyphens stay. `previous`: the field's
 * value before this keystroke. Specification section 5.
 */
export function formatPhone(text: string, previous = ""): string {
  const domestic = withoutSeparators(toDomestic(foldWidth(text)));
  if (!/^0[\d-]*$/.test(domestic)) return domestic;
  if (domestic.includes("-") && !hyphensAreOurs(domestic, previous)) return domestic;
  return withHyphens(digitsOf(domestic));
}
