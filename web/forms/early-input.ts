/**
 * A prerendered page can be filled in before hydration. The forms take over its fields' values and the focus.
 * Fields are kept as elements, not as values, because the customer goes on typing.
 */
type Field = HTMLInputElement | HTMLSelectElement;

let fields: readonly Field[] = [];
let focused: Element | null = null;

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected);
  // The value of a checkbox defaults to "on", so it cannot be compared.
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
};

/** Call before React renders. */
export function watchEarlyInput(root: HTMLElement): void {
  fields = [...root.querySelectorAll<Field>("input, select")];
  focused = document.activeElement;
}

/** Returns the value as the form stores it: choices are numbers. */
function formValue(named: readonly Field[], normalize = (text: string) => text): unknown {
  const [first] = named;
  const boxes = named.filter((field) => field instanceof HTMLInputElement);
  const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => Number(value));
  if (first?.type === "radio") return chosen[0];
  if (first?.type === "checkbox") return first.value === "on" ? boxes[0]?.checked : chosen;
  if (first instanceof HTMLSelectElement) return first.value === "" ? undefined : Number(first.value);
  // The customer may be in the middle of a word.
  return first === document.activeElement ? first?.value : normalize(first?.value ?? "");
}

/** Returns the value that was entered before hydration; `undefined` for an untouched field. */
export function readEarlyInput(
  name: string,
  normalize?: (text: string) => string,
): { value: unknown } | undefined {
  const named = fields.filter((field) => field.name === name);
  return named.some(isTouched) ? { value: formValue(named, normalize) } : undefined;
}

/** Call after the first screen is rendered. Restores the focus if the screen replaced the prerendered page. */
export function endEarlyInput(root: HTMLElement): void {
  if (isField(focused) && !focused.isConnected && document.activeElement === document.body) {
    const { name } = focused;
    [...root.querySelectorAll<Field>("input, select")].find((field) => field.name === name)?.focus();
  }
  fields = [];
  focused = null;
}

/**
 * An early press: a press, or a form sent with Enter, on a prerendered page before hydration. The first script keeps
 * the last one (`start/start.ts`), and the first screen repeats it. Typing after a press discards it.
 */
declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | undefined;
  }
}

/** Call before hydration, from which on React replays presses itself. */
export function stopEarlyPresses(root: HTMLElement): void {
  root.dataset.hydrates = "";
}

const isSame = (one: HTMLButtonElement, other: HTMLButtonElement): boolean =>
  one.textContent === other.textContent && one.ariaLabel === other.ariaLabel && one.type === other.type;

/**
 * Call after the first screen is rendered. Repeats the early press on its button, or on an equal button of a
 * screen that replaced the prerendered page.
 */
export function repeatEarlyPress(root: HTMLElement): void {
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
