/**
 * `/.well-known/security.txt` (RFC 9116): where to report a weakness. It must expire within a year; here at the
 * beginning of a quarter, six to nine months ahead, so that a deployment changes it four times a year and not every
 * day.
 */
export function securityTxt(contactUrl: string, now: Date): string {
  const quarter = Math.floor(now.getUTCMonth() / 3);
  const expires = new Date(Date.UTC(now.getUTCFullYear(), (quarter + 3) * 3, 1));
  return [
    `Contact: ${contactUrl}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: ja, en",
    "",
  ].join("\n");
}

export const securityTxtPath = ".well-known/security.txt";
