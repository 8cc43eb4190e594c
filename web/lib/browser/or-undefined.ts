/** The result of `work`; `undefined` when it throws, e.g. because the browser refuses its storage. */
export function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
