import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { CompanyLink } from "./company-link.tsx";

/** A month, a day or a minute in Japanese time, as `format-day.ts` writes it, in a `time` element. */
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

/** Browsers find a phrase boundary after お問い. */
const contact = "お問い合わせ";

/** Patterns of words, and how each is rendered. */
const parts: Readonly<Record<string, (words: string) => ReactNode>> = {
  "お問い合わせ(?:ください|いただければ)": (words) => (
    <CompanyLink page="contactUrl">
      <span className="no-break">{contact}</span>
      <wbr />
      <span className="no-break">{words.slice(contact.length)}</span>
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

/**
 * A sentence of the portal or the API. Words that ask to get in touch link to the contact page, and words
 * that ask to reload are a button. A date is a `time` element. Dates and 「ログインID」 do not break.
 */
export function Sentence({ children }: { children: string }) {
  return children.split(anyPart).map((words, index) => {
    const part = Object.entries(parts).find(([pattern]) => new RegExp(`^${pattern}$`).test(words))?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence can contain the same words twice
    return <span key={index}>{part ? part(words) : words}</span>;
  });
}
