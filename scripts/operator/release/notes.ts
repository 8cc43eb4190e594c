/** Release notes: Markdown, of which customers see paragraphs, lists, bold and https links. */
import { readFileSync } from "node:fs";
import { lexer, type Token } from "marked";
import { CommandRefused } from "../command.ts";

const mostCharacters = 4000;

/** Reads the notes' file. Throws `CommandRefused` with the line of Markdown that is not supported. */
export function readNotes(file: string): string {
  const notes = readText(file).replaceAll("\r\n", "\n").trim();
  if (notes === "") throw new CommandRefused(`${file} is empty.`);
  if (notes.length > mostCharacters)
    throw new CommandRefused(`${file} is longer than ${mostCharacters} characters.`);
  let line = 1;
  for (const block of lexer(notes)) {
    const unusable = findUnusable(block);
    if (unusable !== undefined)
      throw new CommandRefused(
        `${file}, at line ${line}: ${unusable} Use paragraphs, lists, bold and links.`,
      );
    line += block.raw.split("\n").length - 1;
  }
  return notes;
}

function readText(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be read as UTF-8 text.`, { cause });
  }
}

const usable = ["space", "paragraph", "list", "list_item", "text", "escape", "strong", "link", "br"];

/** A message about the first part that is not shown to customers. */
function findUnusable(token: Token): string | undefined {
  if (!usable.includes(token.type)) return `"${token.raw.trim()}" (${token.type}) is not shown.`;
  if (token.type === "link" && !token.href.startsWith("https://"))
    return `The link ${token.href} is not to https.`;
  return partsOf(token)
    .map(findUnusable)
    .find((each) => each !== undefined);
}

/** For mail: lists with `・`, links with their address behind them. */
export const notesAsText = (notes: string): string => lexer(notes).map(asText).join("").trim();

function asText(token: Token): string {
  const inner = partsOf(token).map(asText).join("");
  switch (token.type) {
    case "paragraph":
      return `${inner}\n`;
    case "list_item":
      return `・${inner.trim().replaceAll("\n", "\n　")}\n`;
    case "link":
      return inner === token.href ? inner : `${inner}（${token.href}）`;
    case "space":
    case "br":
      return "\n";
    case "list":
    case "strong":
      return inner;
    default:
      return inner === "" && "text" in token ? token.text : inner;
  }
}

const partsOf = (token: Token): Token[] =>
  token.type === "list" ? token.items : ("tokens" in token && token.tokens) || [];
