/** How a mobile number that an SMS can reach is asked for, on every screen that asks. */
import { labels } from "../../../shared/labels.ts";
import { formatPhone } from "../../lib/format-phone.ts";

export const mobileInput = {
  label: labels.chargePhoneNumber,
  required: true,
  hint: "090・080・070・060で始まる番号をご入力ください。",
  placeholder: "090-1234-5678",
  type: "tel",
  inputMode: "tel",
  autoComplete: "tel",
  format: formatPhone,
} as const;
