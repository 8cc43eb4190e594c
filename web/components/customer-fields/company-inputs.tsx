/** How the company's fields are asked for, on every screen that asks: what `FormField` and its siblings take. */
import InputAdornment from "@mui/material/InputAdornment";
import { labels } from "../../../shared/labels.ts";
import { limits } from "../../../shared/limits.ts";
import { formatKintoneDomain, formatPostalCode } from "../../../shared/normalize.ts";
import { formatTypedDomain } from "../form/format-kintone-domain.ts";
import { choices } from "./choices.ts";

const text = { required: true, maxLength: limits.textMaxLength } as const;

export const companyInputs = {
  customerKbn: { label: labels.customerKbn, required: true, choices: choices.customerKbn },
  corporateName: { ...text, label: labels.corporateName, autoComplete: "organization" },
  postalCode: {
    label: labels.postalCode,
    required: true,
    placeholder: "123-4567",
    autoComplete: "postal-code",
    inputMode: "numeric",
    format: formatPostalCode,
  },
  prefecture: {
    label: labels.prefecture,
    required: true,
    autoComplete: "address-level1",
    choices: choices.prefecture,
  },
  city: { ...text, label: labels.city, autoComplete: "address-level2" },
  streetAddress: { ...text, label: labels.streetAddress, autoComplete: "address-line1" },
  chargeLastName: { ...text, label: labels.chargeLastName, autoComplete: "family-name" },
  chargeFirstName: { ...text, label: labels.chargeFirstName, autoComplete: "given-name" },
  kintoneDomain: {
    label: labels.kintoneDomain,
    required: true,
    hint: "https://example.cybozu.com をお使いの場合は「example」とご入力ください。URLを貼り付けることもできます。",
    placeholder: "example",
    inputMode: "url",
    format: formatTypedDomain,
    normalize: formatKintoneDomain,
    endAdornment: <InputAdornment position="end">.cybozu.com</InputAdornment>,
  },
} as const;
