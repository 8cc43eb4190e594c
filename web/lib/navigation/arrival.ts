/** When a screen is there. The router's `navigate` resolves before React has drawn anything: it draws in a transition. */
const waiting = new Set<() => void>();

/** Resolves once another screen has taken the place of the present one. */
const nextArrival = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

export function announcePage(): void {
  for (const arrive of waiting) arrive();
  waiting.clear();
}

/** A reload, or a guard that keeps the person where they are, brings no next screen. */
const longestMilliseconds = 3_000;

/** Resolves once the screen that `navigate` leads to is drawn. */
export async function arrivalBy(navigate: () => void | Promise<void>): Promise<void> {
  const arrival = nextArrival();
  await navigate();
  await Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, longestMilliseconds))]);
}
