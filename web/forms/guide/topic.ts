/** A topic of the guide as `build/guide.ts` makes it of its Markdown file: data, so that no HTML is ever put into a page. */
export type Inline = string | { strong: Inline[] } | { link: string; text: Inline[] };

export type Block =
  | { heading: Inline[] }
  | { paragraph: Inline[] }
  | { list: Inline[][]; ordered: boolean }
  /** `text` says in words what the drawing shows. */
  | { drawing: string; text: string };

export interface Topic {
  /** The file's name: the topic's place on /guide. */
  id: string;
  title: string;
  blocks: Block[];
}
