/** The first match names the browser: most browsers also call themselves Chrome or Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/|Microsoft Edge\//, "Edge"],
  [/\bOPR\/|\bOpera\//, "Opera"],
  [/SamsungBrowser\/|Samsung Internet\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/\bCrOS\b|Chrome OS|ChromeOS/, "ChromeOS"],
  [/Macintosh|macOS/, "Mac"],
  [/Linux/, "Linux"],
];

const firstOf = (known: typeof browsers, text: string): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Returns a name such as `Chrome（Windows）` for a user agent, or for the name that Amplify gives a device. The
 * result contains no part of the text, which anybody can forge.
 */
export function browserName(userAgent: string): string {
  const browser = firstOf(browsers, userAgent) ?? "不明なブラウザー";
  const system = firstOf(systems, userAgent);
  return system === undefined ? browser : `${browser}（${system}）`;
}
