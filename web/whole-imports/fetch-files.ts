const fetched = new Map<string, Promise<unknown>>();

/** Rejects, as an import does, with a `TypeError` that names the file. */
async function fetchFile(name: string): Promise<void> {
  const url = new URL(name, import.meta.url);
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    // To the end: only then the browser's cache, which the import reads, has it.
    await response.arrayBuffer();
  } catch (cause) {
    throw new TypeError(`${url.pathname}: ${cause}`, { cause });
  }
}

/**
 * Resolves when the files of an import are in the browser's cache. `names`: parted by spaces, beside this file. Rejects as
 * `fetchFile` does; the next call tries again.
 */
export async function fetchFiles(names: string): Promise<void> {
  const pending = names.split(" ").map((name) => {
    const begun = fetched.get(name) ?? fetchFile(name);
    fetched.set(name, begun);
    begun.catch(() => fetched.delete(name));
    return begun;
  });
  await Promise.all(pending);
}

declare global {
  interface Window {
    /** What the build puts before each dynamic import calls this (`plugin.ts`). */
    fetchFiles: (names: string) => Promise<void>;
  }
}
