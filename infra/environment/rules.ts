/** Rules that several settings share. A message completes the sentence "write `account` as …". */
import * as z from "zod/mini";

export const text = (pattern: RegExp, what: string) => z.string(what).check(z.regex(pattern, what));

export function wholeNumber(least = 1) {
  const what = least === 1 ? "a whole number above 0" : `a whole number from ${least} on`;
  return z.int(what).check(z.minimum(least, what));
}

export function wholeNumberUpTo(most: number) {
  const what = `a whole number from 1 to ${most}`;
  return z.int(what).check(z.minimum(1, what), z.maximum(most, what));
}

export function percentage(least: number, most: number) {
  const what = `a whole percentage from ${least} to ${most}`;
  return z.int(what).check(z.minimum(least, what), z.maximum(most, what));
}

export const region = text(/^[a-z]{2}-[a-z]+-\d$/, "an AWS region, e.g. ap-northeast-1");
