/** Keeps a press on the built page until the site can do it: `forms/early-input.ts`. */

function keep(button?: HTMLButtonElement | null): void {
  if (window.earlyPress) delete window.earlyPress.dataset.pressed;
  window.earlyPress = button ?? undefined;
  if (button) button.dataset.pressed = "";
}

export function recordPresses(root: HTMLElement): void {
  const isBuilt = (): boolean => "shows" in root.dataset && !("hydrates" in root.dataset);
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button && isBuilt()) keep(button);
  });
  // Typing takes a press back.
  root.addEventListener("input", () => isBuilt() && keep());
}
