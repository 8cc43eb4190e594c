/** `URL.parse`, which Safari has had since version 18. Undefined for a text that is no address. */
export const parseUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
