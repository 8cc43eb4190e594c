import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { lexer, type Token } from "marked";
import { Fragment } from "react";

const childrenOf = (token: Token): readonly Token[] => ("tokens" in token && token.tokens) || [];

/** Only what notes may hold becomes an element; anything else, HTML too, stays the text that it is. */
function Part({ token }: { token: Token }) {
  if (token.type === "space") return null;
  if (token.type === "paragraph")
    return (
      <Typography component="p">
        <Parts of={childrenOf(token)} />
      </Typography>
    );
  if (token.type === "list")
    return (
      <Typography component={token.ordered ? "ol" : "ul"}>
        <Parts of={token.items} />
      </Typography>
    );
  if (token.type === "list_item")
    return (
      <li>
        <Parts of={childrenOf(token)} />
      </li>
    );
  if (token.type === "strong")
    return (
      <strong>
        <Parts of={childrenOf(token)} />
      </strong>
    );
  if (token.type === "link" && token.href.startsWith("https://"))
    return (
      <Link href={token.href} target="_blank" rel="noopener noreferrer">
        <Parts of={childrenOf(token)} />
      </Link>
    );
  if (token.type === "br") return <br />;
  if (token.type === "escape") return token.text;
  return token.type === "text" && token.tokens ? <Parts of={token.tokens} /> : token.raw;
}

function Parts({ of }: { of: readonly Token[] }) {
  // Notes never change while they are shown.
  return of.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal parts may stand beside each other
    <Fragment key={index}>
      <Part token={token} />
    </Fragment>
  ));
}

/** A release's notes (Markdown) as paragraphs, lists, bold and https links. */
export const ReleaseNotes = ({ notes }: { notes: string }) => <Parts of={lexer(notes)} />;
