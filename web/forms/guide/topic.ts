/** A topic of the guide. `build/guide.ts` reads it from Markdown as data, so that no HTML is inserted into a page. */
export type Inline = string | { strong: Inline[] } | { link: string; text: Inline[] };

export type Block =
  | { heading: Inline[] }
  | { paragraph: Inline[] }
  | { list: Inline[][]; ordered: boolean }
  /** `text` describes the drawing. */
  | { drawing: string; text: string };

export interface Topic {
  /** The file's name, which is the topic's anchor on /guide. */
  id: string;
  title: string;
  blocks: Block[];
}
