/** What each tab of /update asks for, and what the record says about it. */
import * as z from "zod/mini";
import { companyForm, type UserRecord, voiceProviderForm } from "../../../shared/customer.ts";
import { formValues } from "../../../shared/customer-fields.ts";
import { fields } from "../../../shared/fields.ts";

export { billingContactForm } from "../../../shared/customer.ts";

/** `undefined`: left alone. `null`: to be removed. Text: its replacement; an empty one leaves it alone as well. */
const secret = <Rule extends z.ZodMiniType<string | undefined, string | undefined>>(rule: Rule) =>
  z.nullish(z.union([z.literal(""), rule]));

/** Sign-up, step 1, without questionnaire, opt-ins and consents. */
export const userInfoForm = z.extend(
  z.omit(companyForm, {
    industry: true,
    task: true,
    discoverySource: true,
    usage: true,
    optInServiceInfo: true,
    optInEvents: true,
    agreedTerms: true,
    agreedBusinessUse: true,
  }),
  { basicPassword: secret(fields.basicPassword) },
);

/** Upgrade, step 0, but secret and key are there already. */
export const voiceProviderUpdateForm = z.extend(voiceProviderForm, {
  apiSecret: secret(fields.apiSecret),
  file: secret(fields.privateKeyFileName),
});

export const userInfoOf = (record: UserRecord) => formValues(record, "company", "contact", "kintone");
export const voiceProviderOf = (record: UserRecord) => formValues(record, "voiceProvider");
export const billingContactOf = (record: UserRecord) => formValues(record, "billingContact");
