import { CompanyLink } from "./company-link.tsx";

const request = /(お問い合わせ(?:ください|いただければ))/;

/** A sentence that may ask to get in touch, ours or the API's: those words lead there. */
export function ContactText({ children }: { children: string }) {
  return children.split(request).map((part) =>
    request.test(part) ? (
      <CompanyLink key={part} page="contactUrl">
        {part}
      </CompanyLink>
    ) : (
      part
    ),
  );
}
