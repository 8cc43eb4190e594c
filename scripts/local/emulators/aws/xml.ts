/** XML as S3 and the National Tax Agency write it. */

export type XmlValue = string | number | boolean | XmlFields | readonly XmlFields[];
export interface XmlFields {
  [name: string]: XmlValue | undefined;
}

/** An array becomes one element per entry; undefined fields are left out. */
export function toXml(root: string, fields: XmlFields): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, fields)}`;
}

function element(name: string, value: XmlValue | undefined): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((entry) => element(name, entry)).join("");
  const inside =
    typeof value === "object"
      ? Object.entries(value)
          .map(([child, childValue]) => element(child, childValue))
          .join("")
      : escapeText(String(value));
  return inside === "" ? `<${name}/>` : `<${name}>${inside}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(
    /[<>&"\r]/g,
    (character) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[character] ?? "&#13;",
  );
}
