/** Converts the guide's Markdown to data while the site is built. HTML and broken links stop the build. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { paths } from "#shared/site/paths.ts";
import type { Block, Inline, Topic } from "#web/forms/guide/topic.ts";

export const topicDirectory = join(import.meta.dirname, "../forms/guide/topics");

/** Returns the names of all topics, which are their anchors on /guide. */
export const topicIds = (): string[] =>
  readdirSync(topicDirectory)
    .filter((file) => file.endsWith(".md"))
    .map((file) => basename(file, ".md"));

/** The sites that the guide may link to. */
const hosts = ["dashboard.vonage.com", "jp.kintone.help"];

function checkLink(href: string, ids: readonly string[]): void {
  if (href.startsWith("/")) {
    const [path = "", id] = href.split("#");
    if (!Object.values<string>(paths).includes(path)) throw new Error(`${href}: no screen has this path`);
    if (id !== undefined && (path !== paths.guide || !ids.includes(id)))
      throw new Error(`${href}: no topic has this name`);
    return;
  }
  const { protocol, host } = new URL(href);
  if (protocol !== "https:") throw new Error(`${href}: links to other sites begin with https://`);
  if (!hosts.includes(host)) throw new Error(`${href}: ${host} is not in the list of build/guide.ts`);
}

/** Joins the lines of a text. A line break is a space between Latin words only, because Japanese has no spaces. */
const joinLines = (text: string): string => text.replace(/(\S)\n\s*(\S)/g, joinTwo);
const joinTwo = (_: string, before: string, after: string): string =>
  /[\x21-\x7e]{2}/.test(before + after) ? `${before} ${after}` : before + after;

const refuse = (token: Token): never => {
  throw new Error(`the guide has no place for: ${token.raw.trim()}`);
};

/** `marked` creates no other tokens without extensions. */
const known = (token: Token): MarkedToken => token as MarkedToken;

/** Line breaks at the start and the end of a text are removed: it can end at a link or a bold word. */
function inlineOf(tokens: readonly Token[], ids: readonly string[]): Inline[] {
  return tokens.map(known).map((token): Inline => {
    switch (token.type) {
      case "text":
      case "escape":
        return joinLines(token.text).replace(/^\n|\n$/g, "");
      case "strong":
        return { strong: inlineOf(token.tokens, ids) };
      case "link":
        checkLink(token.href, ids);
        return { link: token.href, text: inlineOf(token.tokens, ids) };
      default:
        return refuse(token);
    }
  });
}

/** A list item contains one text. */
function itemOf({ tokens, raw }: Tokens.ListItem, ids: readonly string[]): Inline[] {
  const [text, ...others] = tokens.map(known);
  if (text?.type !== "text" || others.length > 0) throw new Error(`more than one text in: ${raw}`);
  return inlineOf(text.tokens ?? [], ids);
}

function paragraphOf(token: Tokens.Paragraph, ids: readonly string[]): Block {
  const [first, ...others] = token.tokens.map(known);
  if (first?.type !== "image") return { paragraph: inlineOf(token.tokens, ids) };
  const { href, text } = first;
  if (others.length > 0 || text === "" || !href.startsWith("drawing:")) return refuse(token);
  return { drawing: href.slice("drawing:".length), text };
}

function blockOf(token: MarkedToken, ids: readonly string[]): Block {
  if (token.type === "heading" && token.depth === 3) return { heading: inlineOf(token.tokens, ids) };
  if (token.type === "list")
    return { list: token.items.map((item) => itemOf(item, ids)), ordered: token.ordered };
  return token.type === "paragraph" ? paragraphOf(token, ids) : refuse(token);
}

/** Parses a Markdown file: `# title`, then headings (`###`), paragraphs, lists and drawings. */
export function topicOf(id: string, markdown: string, ids: readonly string[]): Topic {
  const [title, ...others] = lexer(markdown)
    .map(known)
    .filter(({ type }) => type !== "space");
  if (title?.type !== "heading" || title.depth !== 1)
    throw new Error(`${id}.md does not begin with its title`);
  return { id, title: title.text, blocks: others.map((token) => blockOf(token, ids)) };
}

/** The Vite plugin that makes the guide's Markdown files importable as topics. */
export function guide(): Plugin {
  return {
    name: "guide",
    enforce: "pre",
    load(id) {
      if (!id.startsWith(topicDirectory) || !id.endsWith(".md")) return null;
      this.addWatchFile(id);
      const topic = topicOf(basename(id, ".md"), readFileSync(id, "utf8"), topicIds());
      return { code: `export default ${JSON.stringify(topic)};`, moduleType: "js" };
    },
  };
}
