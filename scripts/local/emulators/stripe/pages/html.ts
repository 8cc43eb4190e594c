/** The frame of every hosted page, and how it writes money and dates. */
import { escapeHtml } from "#functions/platform/escape-html.ts";
import type { ServiceResponse } from "../../emulator.ts";

export const yen = (amount: number): string =>
  new Intl.NumberFormat("ja-JP", { style: "currency", currency: "JPY" }).format(amount);

export const date = (seconds: number): string =>
  new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" }).format(seconds * 1000);

const style = `
body{margin:0;background:#f6f8fa;color:#1a1f36;font:16px/1.6 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif}
main{max-width:30rem;margin:0 auto;padding:2rem 1rem}
section{background:#fff;border:1px solid #e3e8ee;border-radius:.75rem;padding:1.25rem;margin:1rem 0}
h1{font-size:1.25rem;margin:0}
.total{font-size:2rem;font-weight:700;margin:.25rem 0 0}
dl{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;margin:0}
dd{margin:0;text-align:right}
fieldset{border:0;margin:0;padding:0}
legend{font-weight:600;padding:0}
.brands{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;margin-top:.5rem}
.brands label{border:1px solid #c1c9d2;border-radius:.5rem;padding:.5rem .75rem}
button{display:block;width:100%;margin-top:.75rem;padding:.75rem;border-radius:.5rem;border:1px solid #c1c9d2;
background:#fff;color:inherit;font:inherit;cursor:pointer}
button.primary{background:#0b5cad;border-color:#0b5cad;color:#fff;font-weight:700}
button:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #f0a500;outline-offset:2px}
.alert{border-color:#b3261e;color:#b3261e}
.note{color:#4f566b;font-size:.875rem}`;

/** `body` is HTML already. */
export function htmlPage(status: number, title: string, body: string): ServiceResponse {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}<p class="note">開発用の決済ページです。実際の請求は発生しません。</p></main></body></html>`,
  };
}

export const messagePage = (status: number, title: string, text: string): ServiceResponse =>
  htmlPage(status, title, `<section><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></section>`);

/** `[term, description]` pairs; what is undefined is left out. */
export function definitions(pairs: readonly (readonly [string, string] | undefined)[]): string {
  const rows = pairs.flatMap((pair) =>
    pair ? [`<dt>${escapeHtml(pair[0])}</dt><dd>${escapeHtml(pair[1])}</dd>`] : [],
  );
  return `<dl>${rows.join("")}</dl>`;
}
