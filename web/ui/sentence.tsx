import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { CompanyLink } from "./company-link.tsx";

/** A month, a day or a minute in Japan, as `format-day.ts` writes them, for machines as well. */
function Moment({ children }: { children: string }) {
  const [words = "", time] = children.split(" ");
  const date = words
    .match(/\d+/g)
    ?.map((number) => number.padStart(2, "0"))
    .join("-");
  return (
    <time dateTime={time ? `${date}T${time.padStart(5, "0")}+09:00` : date}>
      <span className="no-break">{words}</span>
      {time && <span>{` ${time}`}</span>}
    </time>
  );
}

/** Browsers find a phrase boundary in it: お問い, 合わせ. */
const contact = "お問い合わせ";

/** The words of a sentence that do what it asks for, and those that stay on one line. */
const parts: Readonly<Record<string, (words: string) => ReactNode>> = {
  "お問い合わせ(?:ください|いただければ)": (words) => (
    <CompanyLink page="contactUrl">
      <span className="no-break">{contact}</span>
      <span>{words.slice(contact.length)}</span>
    </CompanyLink>
  ),
  "\\d{4}年\\d+月(?:\\d+日(?: \\d+:\\d+)?)?": (words) => <Moment>{words}</Moment>,
  ログインID: (words) => <span className="no-break">{words}</span>,
  再読み込み: (words) => (
    <Link
      component="button"
      type="button"
      variant="inherit"
      sx={{ verticalAlign: "baseline" }}
      onClick={() => window.location.reload()}
    >
      {words}
    </Link>
  ),
};
const anyPart = new RegExp(`(${Object.keys(parts).join("|")})`);

/** A sentence, ours or the API's, in which asking to get in touch leads there, asking to reload is a button, a date is a `time`, and no date or login ID breaks. */
export function Sentence({ children }: { children: string }) {
  return children.split(anyPart).map((words, index) => {
    const part = Object.entries(parts).find(([pattern]) => new RegExp(`^${pattern}$`).test(words))?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in a sentence twice
    return <span key={index}>{part ? part(words) : words}</span>;
  });
}
