/** Undefined when the call fails with that error, which is an expected answer. */
export async function undefinedIfError<T>(
  expected: abstract new (...args: never[]) => Error,
  call: Promise<T>,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}
