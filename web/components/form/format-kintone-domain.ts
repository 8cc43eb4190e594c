import { foldWidth, formatKintoneDomain } from "#shared/normalize.ts";

/**
 * Specification section 5, while it is typed. What is pasted is cut at the first dot at once; what is typed letter by
 * letter only when the field is left, or the letters after the dot would join the domain.
 */
export function formatTypedDomain(text: string, previous: string): string {
  if (text.length > previous.length + 1) return formatKintoneDomain(text);
  return foldWidth(text)
    .toLowerCase()
    .replace(/^https?:\/\//, "");
}
