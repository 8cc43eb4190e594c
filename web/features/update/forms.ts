/** What each tab of /update asks for, and what the record says about it. */
import * as z from "zod/mini";
import { companyForm, type UserRecord, voiceProviderForm } from "../../../shared/customer.ts";
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

type UserInfo = Omit<z.output<typeof userInfoForm>, "basicPassword">;
type VoiceProvider = Omit<z.output<typeof voiceProviderUpdateForm>, "apiSecret" | "file">;

export const userInfoOf = (record: UserRecord): UserInfo => ({
  customerKbn: record.CustomerKbn,
  corporateNumber: record.CorporateNumber,
  corporateName: record.CorporateName,
  postalCode: record.PostalCode,
  prefecture: record.Prefecture,
  city: record.City,
  streetAddress: record.StreetAddress,
  corporatePhoneNumber: record.CorporatePhoneNumber,
  department: record.Department,
  position: record.Position ?? undefined,
  chargeLastName: record.ChargeLastName,
  chargeFirstName: record.ChargeFirstName,
  chargeLastNameKana: record.ChargeLastNameKana,
  chargeFirstNameKana: record.ChargeFirstNameKana,
  kintoneDomain: record.KintoneDomain,
  basicUserName: record.BasicUserName,
});

export const voiceProviderOf = (record: UserRecord): VoiceProvider => ({
  applicationId: record.ApplicationId,
  apiKey: record.ApiKey,
  webhookUrl: record.IncomingWebhookUrl,
});

export const billingContactOf = (record: UserRecord) => ({
  billingChargeName: record.BillingChargeName,
  billingPhoneNumber: record.BillingPhoneNumber,
  billingEmail: record.BillingEmail,
});
