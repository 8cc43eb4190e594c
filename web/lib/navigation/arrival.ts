/**
 * Reports when a screen is rendered. The router's `navigate` resolves earlier, because React renders in a transition.
 */
const waiting = new Set<() => void>();

/** Resolves once another screen is rendered. */
const nextArrival = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

export function announcePage(): void {
  for (const arrive of waiting) arrive();
  waiting.clear();
}

/** Milliseconds to wait at most: a reload, or a guard that blocks the navigation, renders no other screen. */
const longestMilliseconds = 3_000;

/** Navigates and resolves once the next screen is rendered. */
export async function arrivalBy(navigate: () => void | Promise<void>): Promise<void> {
  const arrival = nextArrival();
  await navigate();
  await Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, longestMilliseconds))]);
}
