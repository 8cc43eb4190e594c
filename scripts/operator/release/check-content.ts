import { unzipSync } from "fflate";
import type { FileType } from "#shared/endpoints.ts";
import { CommandRefused } from "../command.ts";

/** The files of a signed kintone plugin. Source: kintone, packaging a plugin (`@kintone/plugin-packer`). */
const pluginParts = ["contents.zip", "PUBKEY", "SIGNATURE"];

const isPlugin = (names: readonly string[]): boolean => pluginParts.every((part) => names.includes(part));
const hasPdf = (names: readonly string[]): boolean => names.some((name) => /\.pdf$/i.test(name));

/** Why the files in a zip are not of that kind; undefined if they are. The contents of a kintone template are not documented. */
const mistakes: Record<FileType, (names: readonly string[]) => string | undefined> = {
  plugin: (names) =>
    isPlugin(names) ? undefined : `This is no kintone plugin: its zip file holds ${pluginParts.join(", ")}.`,
  template: (names) => {
    if (isPlugin(names)) return "This is a kintone plugin, not the template.";
    return hasPdf(names) ? "This is a manual: a template holds no PDF." : undefined;
  },
  manual: (names) => {
    if (isPlugin(names)) return "This is a kintone plugin, not the manual.";
    return hasPdf(names) ? undefined : "This is no manual: its zip file holds a PDF.";
  },
};

/** Throws `CommandRefused` unless the content is a zip file of that kind. */
export function checkContent(fileType: FileType, content: Buffer): void {
  const mistake = mistakes[fileType](namesIn(content));
  if (mistake !== undefined) throw new CommandRefused(mistake);
}

function namesIn(content: Buffer): string[] {
  const notZip = (cause?: unknown) =>
    new CommandRefused("The file is not a zip file with something in it.", { cause });
  if (content.subarray(0, 5).toString("latin1") === "%PDF-")
    throw new CommandRefused("The file is a PDF: customers get zip files, so put it into one.");
  const names: string[] = [];
  try {
    unzipSync(content, { filter: ({ name }) => names.push(name) < 0 });
  } catch (error) {
    throw notZip(error);
  }
  if (names.length === 0) throw notZip();
  return names;
}
