/** Builders for the rows of the table of customer fields. */
import * as z from "zod/mini";
import { type Choice, oneOf, optionalText, requiredText, type TextOptions } from "../field-schema.ts";

/**
 * `company`, `contact` and `kintone`: sign-up step 1 and the first tab of /update. `voiceProvider`,
 * `billingContact`: the standard plan's. `verified`: changed by a verification only. `questionnaire`: asked
 * at sign-up, not in the user record.
 */
export type FieldGroup =
  | "company"
  | "contact"
  | "kintone"
  | "verified"
  | "voiceProvider"
  | "billingContact"
  | "questionnaire";

interface Head {
  label: string;
  /** The field's labels by customer category, if they differ. */
  labels?: readonly [corporation: string, soleProprietor: string, publicBody: string];
  group: FieldGroup;
  /** The name in the user record; a field without one is never shown again. */
  record?: string;
}

export interface FieldRow extends Head {
  required: boolean;
  stored: z.ZodMiniType;
  rule: z.ZodMiniType;
  /** Only for a field that is chosen and not typed. */
  choices?: readonly Choice[];
}

/**
 * The schemas in profile and user record. A profile that was written before the field existed has the
 * default.
 */
const storedText = z._default(z.string(), "");
const storedChoice = z._default(z.nullable(z.int()), null);
const storedRequiredChoice = z.int();

export const required = <const H extends Head>(head: H, options?: TextOptions) => ({
  ...head,
  required: true as const,
  stored: storedText,
  rule: requiredText(head.label, options),
});
export const optional = <const H extends Head>(head: H, options?: TextOptions) => ({
  ...head,
  required: false as const,
  stored: storedText,
  rule: optionalText(head.label, options),
});
export const optionalChoice = <const H extends Head>(head: H, choices: readonly Choice[]) => ({
  ...head,
  required: false as const,
  stored: storedChoice,
  rule: z.optional(oneOf(choices)),
  choices,
});
export const requiredChoice = <const H extends Head>(
  head: H,
  choices: readonly Choice[],
  message?: string,
) => ({
  ...head,
  required: true as const,
  stored: storedRequiredChoice,
  rule: oneOf(choices, message),
  choices,
});
