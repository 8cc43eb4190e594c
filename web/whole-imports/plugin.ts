import type { Plugin, Rollup } from "vite";

/** As much of a chunk as says what it imports; both lists hold file names. */
type Imports = Pick<Rollup.RenderedChunk, "imports" | "dynamicImports" | "isEntry">;
type Chunks = Readonly<Record<string, Imports>>;

/** The file and all that it imports, directly or not. */
function filesOf(file: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of chunks[file]?.imports ?? []) filesOf(imported, chunks, found);
  return found;
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

const quotes = ["`", '"', "'"];

/**
 * Puts `fetchFiles` before each dynamic import of `code`, with every file that the import needs and the first screen has not
 * loaded. A text that stays as it is means that Rolldown writes its imports in another way: the build ends with an error.
 */
export function fetchBeforeImports(code: string, chunk: Imports, chunks: Chunks): string {
  const entry = Object.entries(chunks).find(([, { isEntry }]) => isEntry);
  const loaded = entry ? filesOf(entry[0], chunks) : new Set<string>();
  return chunk.dynamicImports.reduce((text, file) => {
    const needed = [...filesOf(file, chunks)].filter((name) => !loaded.has(name));
    if (needed.length === 0) return text;
    const wait = `fetchFiles(${JSON.stringify(needed.map(nameOf).join(" "))})`;
    const wrapped = quotes.reduce((before, quote) => {
      const load = `import(${quote}./${nameOf(file)}${quote})`;
      return before.replaceAll(load, () => `${wait}.then(()=>${load})`);
    }, text);
    if (wrapped === text) throw new Error(`the import of ${file} was not found`);
    return wrapped;
  }, code);
}

/**
 * A browser keeps a failed import for ever, also when only one of the files that it imports failed: whoever was offline for
 * that moment could not go on without a reload (https://github.com/whatwg/html/issues/6768). A fetch can be made again, so each
 * dynamic import of the built site waits until all its files have been fetched. It also spares the round trips of a file that
 * imports a file.
 */
export function wholeImports(): Plugin {
  return {
    name: "whole-imports",
    apply: "build",
    renderChunk: (code, chunk, _options, { chunks }) =>
      chunk.dynamicImports.length > 0 ? { code: fetchBeforeImports(code, chunk, chunks), map: null } : null,
  };
}
