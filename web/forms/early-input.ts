/**
 * A built page can be filled in before the scripts arrive. These are its fields, and the one that was being typed into: the
 * forms take over what stands there. Fields are kept as elements, not as values, because typing goes on meanwhile.
 */
type Field = HTMLInputElement | HTMLSelectElement;

let fields: readonly Field[] = [];
let focused: Element | null = null;

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected);
  // A box without a `value` of its own has "on", by default nothing.
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
};

/** Call before React draws. */
export function watchEarlyInput(root: HTMLElement): void {
  fields = [...root.querySelectorAll<Field>("input, select")];
  focused = document.activeElement;
}

/** As the form holds it: choices are numbers. */
function formValue(named: readonly Field[], settle = (text: string) => text): unknown {
  const [first] = named;
  const boxes = named.filter((field) => field instanceof HTMLInputElement);
  const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => Number(value));
  if (first?.type === "radio") return chosen[0];
  if (first?.type === "checkbox") return first.value === "on" ? boxes[0]?.checked : chosen;
  if (first instanceof HTMLSelectElement) return first.value === "" ? undefined : Number(first.value);
  // Somebody may be in the middle of a word.
  return first === document.activeElement ? first?.value : settle(first?.value ?? "");
}

/** The value that was entered before the scripts came; `undefined` for an untouched field. */
export function readEarlyInput(
  name: string,
  settle?: (text: string) => string,
): { value: unknown } | undefined {
  const named = fields.filter((field) => field.name === name);
  return named.some(isTouched) ? { value: formValue(named, settle) } : undefined;
}

/** Call once the first screen is there. Where it took the place of the built page as a whole, the focus goes back as well. */
export function endEarlyInput(root: HTMLElement): void {
  if (isField(focused) && !focused.isConnected && document.activeElement === document.body) {
    const { name } = focused;
    [...root.querySelectorAll<Field>("input, select")].find((field) => field.name === name)?.focus();
  }
  fields = [];
  focused = null;
}

/**
 * A button of the built page can be pressed, and its form sent with Enter, before the scripts arrive. The page's first script
 * (`start/kept-press.ts`) keeps the last press; it is done once the screen is alive. Typing afterwards takes it back.
 */
declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | undefined;
  }
}

/** React answers presses itself from here on: those on what it hydrates wait for it. */
export function stopCapturingPresses(root: HTMLElement): void {
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
