/**
 * A button of the built page can be pressed, and its form sent with Enter, before the scripts arrive. The page's first script
 * (`build/prerender.ts`) keeps the last press; it is done once the screen is alive. Typing afterwards takes it back.
 */
declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | undefined;
  }
}

/** React answers presses itself from here on: those on what it hydrates wait for it. */
export function leavePressesToReact(root: HTMLElement): void {
  root.dataset.hydrates = "";
}

const isSame = (one: HTMLButtonElement, other: HTMLButtonElement): boolean =>
  one.textContent === other.textContent && one.ariaLabel === other.ariaLabel && one.type === other.type;

/** Call once the first screen is there. A screen that took the place of the built page has perhaps the same button. */
export function doEarlyPress(root: HTMLElement): void {
  const { earlyPress: pressed } = window;
  window.earlyPress = undefined;
  delete root.dataset.hydrates;
  if (!pressed) return;
  delete pressed.dataset.pressed;
  const button = pressed.isConnected
    ? pressed
    : [...root.querySelectorAll("button")].find((each) => isSame(each, pressed));
  button?.click();
}
