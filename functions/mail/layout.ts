/**
 * Renders the text and the HTML of a mail from the same parts. Outlook 2007 to 2019 draw HTML as Word does:
 * tables, padding of cells and `<br>`, but no `white-space` and no margin of a table. Text has no color, so
 * that dark mode can choose it. Decision 57.
 */
import { escapeHtml } from "#functions/platform/escape-html.ts";

export interface Link {
  link: string;
  label: string;
}
type Item = string | readonly [text: string, link: Link];

/** `undefined` is omitted. */
type Facts = readonly (readonly [name: string, value: string] | undefined)[];

/** A text keeps its line breaks. Only `link` becomes a link: a text may be a customer's input. */
export type Part =
  | string
  | Link
  | { heading: string }
  | { facts: Facts }
  | { code: string }
  | { points: readonly Item[] }
  | { steps: readonly Item[] };
export type Parts = readonly (Part | undefined)[];

export interface Content {
  /** Salutation and thanks, before the body. */
  opening: Parts;
  body: Parts;
  signature: Parts;
  title: string;
  name: string;
}

const isPart = (part: Part | undefined): part is Part => part !== undefined;

/** Returns the plain text. */
export function textOf({ opening, body, signature }: Content): string {
  const parts = [...opening, ...body].filter(isPart);
  const blocks = parts.map((part) => plain(part) + (isHeading(part) ? "\n" : "\n\n"));
  return `${blocks.join("")}${"-".repeat(40)}\n${signature.filter(isPart).map(plain).join("\n")}\n`;
}

function plain(part: Part): string {
  if (typeof part === "string") return part;
  if ("link" in part) return `${part.label}：\n${part.link}`;
  if ("heading" in part) return `■ ${part.heading}`;
  if ("code" in part) return part.code;
  if ("facts" in part) return part.facts.flatMap((fact) => fact?.join("：") ?? []).join("\n");
  const items = "points" in part ? part.points : part.steps;
  return items
    .map((item, index) => {
      const mark = "points" in part ? "・" : `${index + 1}. `;
      if (typeof item === "string") return mark + item;
      const [text, { link }] = item;
      return `${mark}${text}\n   ${link}`;
    })
    .join("\n");
}

/** Markup. `html` escapes every other value. */
class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}
type Value = string | Html | readonly Html[];
const html = ({ raw }: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw }, ...values.map(sourceOf)));

function sourceOf(value: Value): string {
  if (typeof value === "string") return escapeHtml(value).replaceAll("\n", "<br>\n");
  return value instanceof Html ? value.source : value.map(sourceOf).join("");
}

const table = (rows: Value, more = new Html("")): Html =>
  html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="font-size:inherit"${more}>${rows}</table>`;
const full = new Html(' width="100%"');
/** Only Outlook reads it; other programs read `max-width`. */
const inOutlook = (source: string): Html => new Html(`<!--[if mso]>${source}<![endif]-->`);

const isHeading = (part: Part): boolean => typeof part !== "string" && "heading" in part;

const rowOf = (part: Part): Html =>
  html`<tr><td style="padding:${isHeading(part) ? "12px 0 4px" : "0 0 16px"}">${drawn(part)}</td></tr>`;

function drawn(part: Part): Html {
  if (typeof part === "string") return html`${part}`;
  if ("link" in part) return button(part);
  if ("heading" in part)
    return html`<h2 style="margin:0;font-size:17px;line-height:1.5">${part.heading}</h2>`;
  if ("code" in part)
    return html`<span style="font-size:28px;font-weight:bold;letter-spacing:4px">${part.code}</span>`;
  if ("facts" in part) return factsTable(part.facts);
  const isOrdered = "steps" in part;
  const items = isOrdered ? part.steps : part.points;
  return table(items.map((item, index) => itemRow(isOrdered ? `${index + 1}.` : "・", item)));
}

/** The cell has the background color: Outlook draws none for a link. */
const button = ({ link, label }: Link): Html =>
  table(
    html`<tr><td bgcolor="#f6b602" style="padding:10px 24px"><a href="${link}" style="color:#2b2620;font-weight:bold;text-decoration:none">${label}</a></td></tr>`,
  );

const line = "border-bottom:1px solid #d9d2c4;padding:8px 12px 8px 0;text-align:left;vertical-align:top";
const factsTable = (facts: Facts): Html =>
  html`<table border="0" cellpadding="0" cellspacing="0" style="font-size:inherit">${facts.flatMap((fact) => (fact ? factRow(...fact) : []))}</table>`;
const factRow = (name: string, value: string): Html =>
  html`<tr><th scope="row" style="${line};font-weight:normal">${name}</th><td style="${line};font-weight:bold;overflow-wrap:anywhere">${value}</td></tr>`;

const itemRow = (mark: string, item: Item): Html => {
  const text =
    typeof item === "string"
      ? html`${item}`
      : html`${item[0]}<br><a href="${item[1].link}">${item[1].label}</a>`;
  return html`<tr><td style="padding:0 8px 8px 0;vertical-align:top">${mark}</td><td style="padding:0 0 8px">${text}</td></tr>`;
};

/** Returns the HTML. Mail programs show the preheader, the first sentence of the body, beside the subject. */
export function htmlOf({ opening, body, signature, title, name }: Content): string {
  const preheader = body.find((part) => typeof part === "string")?.split("\n")[0] ?? "";
  const font = "'Hiragino Sans','Yu Gothic',Meiryo,sans-serif";
  const lines = signature.filter(isPart).map((part) => {
    if (typeof part === "string" || !("link" in part)) return html`${plain(part)}<br>`;
    return html`<a href="${part.link}">${part.label}</a><br>`;
  });
  const inner = table(
    html`<tr><td bgcolor="#f6b602" style="padding:12px 24px;color:#2b2620;font-weight:bold">${name}</td></tr>
<tr><td style="padding:24px;line-height:1.8;word-break:auto-phrase">${table([...opening, ...body].filter(isPart).map(rowOf), full)}</td></tr>
<tr><td style="border-top:1px solid #d9d2c4;padding:16px 24px;font-size:13px;line-height:1.7">${lines}</td></tr>`,
    full,
  );
  return html`<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>
${inOutlook("<style>body,td,th,h2,a{font-family:Meiryo,sans-serif !important}td,th{font-size:16px}</style>")}
</head>
<body style="margin:0;padding:0;font-family:${new Html(font)};font-size:16px">
<div style="display:none;font-size:0;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>
${inOutlook('<table role="presentation" align="center" width="600"><tr><td>')}
<div style="margin:0 auto;max-width:600px">${inner}</div>
${inOutlook("</td></tr></table>")}
</body>
</html>
`.source;
}
