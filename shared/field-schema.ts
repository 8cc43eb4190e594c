/**
 * Builders for the schema of one field. A rule first normalises (folds width, trims), then checks in the
 * order in which a person should read the errors; the first rule broken is the one error shown.
 */
import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { messages, requiredMessage, tooLongMessage } from "./messages.ts";
import { trimText } from "./normalize.ts";
import { isUsableText, isVisible } from "./rules.ts";

/** A test and the sentence shown when it fails. */
export type Rule = readonly [passes: (text: string) => boolean, message: string];
type Normalize = (text: string) => string;

/** The issue is continuable, so that rules across fields still run. */
const inOrder = (...rules: readonly Rule[]) =>
  z.check<string>(({ value, issues }) => {
    const broken = rules.find(([passes]) => !passes(value));
    if (broken) issues.push({ code: "custom", message: broken[1], input: value, continue: true });
  });

const present = (label: string): Rule => [isVisible, requiredMessage(label)];
const atMost = (max: number, label: string): Rule => [
  (text) => [...text].length <= max,
  tooLongMessage(label, max),
];
const usable: Rule = [isUsableText, messages.unusableCharacter];
const visible: Rule = [isVisible, messages.unusableCharacter];
export const pattern = (regex: RegExp, message: string): Rule => [(text) => regex.test(text), message];
const ifPresent = ([passes, message]: Rule): Rule => [(text) => text === "" || passes(text), message];

export interface TextOptions {
  normalize?: Normalize;
  /** Maximum in characters: 𠮷 is one. */
  max?: number;
  rules?: readonly Rule[];
}

/** Required text: normalised first, then checked rule by rule. */
export const requiredText = (
  label: string,
  { normalize = trimText, max = limits.textMaxLength, rules = [] }: TextOptions = {},
) =>
  z
    .string({ error: requiredMessage(label) })
    .check(z.overwrite(normalize), inOrder(present(label), atMost(max, label), usable, ...rules));

/** Like `requiredText`, for a field that may be empty; empty stays the empty string. */
export const optionalText = (
  label: string,
  { normalize = trimText, max = limits.textMaxLength, rules = [] }: TextOptions = {},
) =>
  z.optional(
    z
      .string({ error: messages.unusableCharacter })
      .check(
        z.overwrite(normalize),
        inOrder(atMost(max, label), usable, ifPresent(visible), ...rules.map(ifPresent)),
      ),
  );

/** A choice by number, as the enumerations are keyed. */
export interface Choice {
  value: number;
  label: string;
}

/** Returns choices, keyed by their place in the list. */
export const numbered = (labels: readonly string[]): readonly Choice[] =>
  labels.map((label, value) => ({ value, label }));

export const oneOf = (choices: readonly Choice[], message: string = messages.choiceInvalid) =>
  z
    .number({ error: message })
    .check(z.refine((key: number) => choices.some(({ value }) => value === key), { error: message }));

/** Not folded and not trimmed: a password is exactly the typed text. */
export const passwordText = (label: string) =>
  z.string({ error: requiredMessage(label) }).check(inOrder([(text) => text !== "", requiredMessage(label)]));

/** Text that may be empty and is checked as it is. */
export const checkedText = (message: string, ...rules: readonly Rule[]) =>
  z.string({ error: message }).check(inOrder(...rules));
