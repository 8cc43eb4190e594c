import { AsYouType, type MetadataJson } from "libphonenumber-js/core";
import { foldWidth } from "#shared/normalize.ts";
/**
 * The library's metadata for Japan, 3 kB of its 80. A test tells when the library has moved on; then write anew what
 * node -p 'const { version, countries: { JP } } = require("libphonenumber-js/metadata.min.json"); JSON.stringify({ version, JP })'
 * prints, and let the formatter lay it out.
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

/** After 010, the prefix for calls abroad, the library groups with spaces: such a number is left alone. */
function withHyphens(digits: string): string {
  const grouped = new AsYouType("JP", metadata).input(digits);
  return grouped.includes(" ") ? digits : grouped;
}

/** `+81 90 1234 5678`, as browsers fill it in, to `09012345678`; anything shorter may still be being typed. */
const toDomestic = (text: string): string =>
  text.replace(/^\+81[ -]?0?([\d -]{9,})$/, (_, rest: string) => `0${rest.replace(/\D/g, "")}`);

/** `090 1234 5678` or `(03) 1234.5678`, as it is pasted: the groups are not the person's own, as with hyphens. */
const withoutSeparators = (text: string): string =>
  /^[\d\s().-]*$/.test(text) && /[\s().]/.test(text) ? text.replace(/\D/g, "") : text;

/** The hyphens in `text` came from formatting `previous`, not from the person who types. */
const hyphensAreOurs = (text: string, previous: string): boolean =>
  hyphensIn(text) <= hyphensIn(previous) && previous === withHyphens(digitsOf(previous));

/**
 * `09012345678` to `090-1234-5678` while it is typed, as a Japanese national number; what was typed with hyphens stays
 * as it is. `previous` is the field's value before this keystroke. Specification section 5.
 */
export function formatPhone(text: string, previous = ""): string {
  const domestic = withoutSeparators(toDomestic(foldWidth(text)));
  if (!/^0[\d-]*$/.test(domestic)) return domestic;
  if (domestic.includes("-") && !hyphensAreOurs(domestic, previous)) return domestic;
  return withHyphens(digitsOf(domestic));
}
