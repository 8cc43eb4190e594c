/**
 * The props of customer fields that are more than a text or a select, for every screen. Label, choices and
 * `required` are in `shared/customer/customer-fields.ts`.
 */

import InputAdornment from "@mui/material/InputAdornment";
import type { CustomerFieldName } from "#shared/customer/customer-field-views.ts";
import { limits } from "#shared/limits.ts";
import {
  foldWidth,
  formatCorporateNumber,
  formatKintoneDomain,
  formatPostalCode,
  toKatakana,
} from "#shared/normalize.ts";
import type { FormFieldProps } from "./form-field.tsx";
import type { CellWidth } from "./form-section.tsx";
import type { Format } from "./use-text-input.ts";

/**
 * Formats a domain while it is typed (specification section 5). Pasted text is cut at its first dot at once.
 * Typed text is cut on blur: the characters after the dot would otherwise join the domain.
 */
export function formatTypedDomain(text: string, previous: string): string {
  if (text.length > previous.length + 1) return formatKintoneDomain(text);
  return foldWidth(text)
    .toLowerCase()
    .replace(/^https?:\/\//, "");
}

let loadedFormat: Format = foldWidth;

/** Loads the phone format. Its library is 13 kB, and most steps of a form have no phone field. */
export async function loadPhoneFormat(): Promise<void> {
  loadedFormat = (await import("#web/lib/phone/format-phone.ts")).formatPhone;
}

/** Formats a phone number; folds only the width until the library is loaded. */
export const formatPhoneWhenLoaded: Format = (text, previous) => loadedFormat(text, previous);

/** The props in which a customer field differs from a plain text field. */
export interface CustomerInput
  extends Pick<
    FormFieldProps,
    | "autoComplete"
    | "endAdornment"
    | "errorLines"
    | "format"
    | "hint"
    | "inputMode"
    | "maxLength"
    | "normalize"
    | "placeholder"
    | "type"
  > {
  /** Radio buttons instead of a select. */
  radio?: true;
  /** The width in the section's row. Default: half of it, and all of it on a phone. */
  width?: CellWidth;
}

const phone = {
  placeholder: "03-1234-5678",
  type: "tel",
  inputMode: "tel",
  format: formatPhoneWhenLoaded,
} as const;
const email = {
  placeholder: "name@example.co.jp",
  inputMode: "email",
  maxLength: limits.emailMaxLength,
  format: foldWidth,
} as const;

export const customerInputs: { readonly [Name in CustomerFieldName]?: CustomerInput } = {
  customerKbn: { radio: true, width: "full" },
  corporateName: { width: "full", autoComplete: "organization" },
  corporateNumber: { hint: "13桁の数字です。", inputMode: "numeric", format: formatCorporateNumber },
  corporatePhoneNumber: { ...phone, hint: "代表番号などを入力してください。", autoComplete: "work tel" },
  postalCode: {
    width: "short",
    placeholder: "123-4567",
    autoComplete: "postal-code",
    inputMode: "numeric",
    format: formatPostalCode,
  },
  prefecture: { width: "long", autoComplete: "address-level1" },
  city: { autoComplete: "address-level2" },
  streetAddress: { autoComplete: "address-line1" },
  chargeLastName: { width: "half", autoComplete: "family-name" },
  chargeFirstName: { width: "half", autoComplete: "given-name" },
  chargeLastNameKana: { width: "half", format: toKatakana },
  chargeFirstNameKana: { width: "half", format: toKatakana },
  kintoneDomain: {
    width: "full",
    hint: "URL（https://…）も貼り付けられます。",
    placeholder: "example",
    inputMode: "url",
    format: formatTypedDomain,
    normalize: formatKintoneDomain,
    endAdornment: <InputAdornment position="end">.cybozu.com</InputAdornment>,
  },
  basicUserName: {
    hint: "Basic認証をお使いの場合に入力してください。",
    inputMode: "email",
    format: foldWidth,
  },
  chargePhoneNumber: {
    ...phone,
    hint: "090・080・070・060で始まる番号を入力してください。",
    placeholder: "090-1234-5678",
    autoComplete: "tel",
  },
  email: { ...email, autoComplete: "email" },
  applicationId: {
    hint: "ハイフンを含む36文字です。",
    placeholder: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    inputMode: "email",
    format: foldWidth,
  },
  apiKey: { hint: "半角英数字8文字です。", errorLines: 2, inputMode: "email", format: foldWidth },
  webhookUrl: {
    hint: "着信を利用する場合に入力してください。",
    placeholder: "https://example.co.jp/webhook",
    inputMode: "url",
    maxLength: limits.urlMaxLength,
  },
  billingChargeName: { autoComplete: "section-billing name" },
  billingPhoneNumber: { ...phone, autoComplete: "section-billing tel" },
  billingEmail: { ...email, autoComplete: "section-billing email" },
  usage: { width: "full", hint: "あてはまるものをすべてお選びください。" },
};
