/** Returns the result of `work`, and `undefined` if it throws, such as when the browser refuses storage. */
export function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
