import { type ChangeEvent, type CompositionEvent, type FocusEvent, useRef } from "react";

/** Formats text while it is typed. `previous`: the field's value before this keystroke. */
export type Format = (text: string, previous: string) => string;

const withoutSeparators = (text: string): string => text.replaceAll("-", "");

/** Returns the range of positions in `text` with exactly `count` characters other than hyphens before them. */
function positionsAfter(text: string, count: number): [first: number, last: number] {
  let first = 0;
  for (let left = count; left > 0 && first < text.length; first += 1) {
    if (text[first] !== "-") left -= 1;
  }
  let last = first;
  while (text[last] === "-") last += 1;
  return [first, last];
}

interface Edit {
  /** The field's text after the keystroke, and the caret's position in it. */
  text: string;
  caret: number;
  previous: string;
  /** Whether the keystroke was Delete, which must skip an inserted hyphen. */
  forwardDelete?: boolean;
}

/** Returns the formatted text, and the caret's position after the same characters as before. */
export function formatKeepingCaret(
  format: Format,
  { text, caret, previous, forwardDelete = false }: Edit,
): { text: string; caret: number } {
  const formatted = format(text, previous);
  if (formatted === text) return { text, caret };
  const left = format(text.slice(0, caret), previous);
  const [first, last] = positionsAfter(formatted, withoutSeparators(left).length);
  const nearest = Math.min(Math.max(left.length, first), last);
  return { text: formatted, caret: forwardDelete && formatted === previous ? last : nearest };
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface TextInputOptions {
  value: string;
  format?: Format | undefined;
  normalize?: ((text: string) => string) | undefined;
  onEdit: (text: string) => void;
  onLeave: (text: string, event: FocusEvent<TextInput>) => void;
}

const isForwardDelete = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType === "deleteContentForward";

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing;

/**
 * Returns the handlers of a text input that is formatted while typing, except during an IME composition, and
 * on blur. The input's value is written before React renders, so that React does not move the caret.
 */
export function useTextInput({ value, format, normalize, onEdit, onLeave }: TextInputOptions) {
  const composing = useRef(false);
  const beforeComposition = useRef("");

  const rewrite = (input: TextInput, previous: string, forwardDelete: boolean): void => {
    if (!format) {
      onEdit(input.value);
      return;
    }
    const caret = input.selectionStart ?? input.value.length;
    const edit = formatKeepingCaret(format, { text: input.value, caret, previous, forwardDelete });
    if (edit.text !== input.value) {
      input.value = edit.text;
      // An input of the type `email` has no selection.
      if (input.selectionStart !== null) input.setSelectionRange(edit.caret, edit.caret);
    }
    onEdit(edit.text);
  };

  return {
    onChange: (event: ChangeEvent<TextInput>) => {
      // A composition may have begun before hydration.
      if (composing.current || isComposing(event.nativeEvent)) onEdit(event.target.value);
      else rewrite(event.target, value, isForwardDelete(event.nativeEvent));
    },
    onBlur: (event: FocusEvent<TextInput>) => {
      composing.current = false;
      const text = event.target.value;
      const normalized = normalize?.(text) ?? format?.(text, value) ?? text;
      if (normalized !== value) onEdit(normalized);
      onLeave(normalized, event);
    },
    composition: {
      onCompositionStart: () => {
        composing.current = true;
        beforeComposition.current = value;
      },
      onCompositionEnd: (event: CompositionEvent<TextInput>) => {
        composing.current = false;
        rewrite(event.currentTarget, beforeComposition.current, false);
      },
    },
  };
}
