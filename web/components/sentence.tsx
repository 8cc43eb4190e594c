import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { CompanyLink } from "./company-link.tsx";

/** The words of a sentence that do what it asks for. */
const actions: Readonly<Record<string, (words: string) => ReactNode>> = {
  "お問い合わせ(?:ください|いただければ)": (words) => (
    <CompanyLink key={words} page="contactUrl">
      {words}
    </CompanyLink>
  ),
  再読み込み: (words) => (
    <Link
      key={words}
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
const anyAction = new RegExp(`(${Object.keys(actions).join("|")})`);

/** A sentence, ours or the API's, in which asking to get in touch leads there and asking to reload is a button. */
export function Sentence({ children }: { children: string }) {
  return children.split(anyAction).map((part) => {
    const action = Object.entries(actions).find(([words]) => new RegExp(`^${words}$`).test(part))?.[1];
    return action ? action(part) : part;
  });
}
