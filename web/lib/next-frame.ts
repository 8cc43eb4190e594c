/** A page in the background draws no frames. */
const longestMilliseconds = 100;

/** Resolves when what React has drawn is on the screen: before long work, which would hold it up. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestMilliseconds);
    requestAnimationFrame(() => setTimeout(resolve));
  });
