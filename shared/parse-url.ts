/** Like `URL.parse`, which Safari has since version 18. Returns undefined for an invalid URL. */
export const parseUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
