/** The oldest browsers that the site is built for and tested with. */
export const oldestBrowsers = { Chrome: "120", Edge: "120", Firefox: "121", Safari: "17.4" } as const;

const names = Object.entries(oldestBrowsers).map(([name, version]) => `${name} ${version}`);

export const tooOldSentence = `お使いのブラウザーは古いため、このサイトを正しくご利用いただけません。${names.join("、")}以降のブラウザーをお使いください。`;

/**
 * `Promise.withResolvers` came with Chrome 119, Firefox 121 and Safari 17.4: https://developer.mozilla.org
 */
export const isTooOld = (): boolean => !("withResolvers" in Promise);
