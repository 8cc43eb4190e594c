/** A customer's profile and billing as the table holds it, and as the API shows it. */
import * as z from "zod/mini";
import type { SignupRequest, UserRecord } from "../../shared/customer.ts";
import { secretMask } from "../../shared/limits.ts";

const choice = z.nullable(z.int());

const profile = z.object({
  customerId: z.string(),
  loginId: z.string(),
  customerKbn: z.int(),
  corporateNumber: z.string(),
  corporateName: z.string(),
  postalCode: z.string(),
  prefecture: z.int(),
  city: z.string(),
  streetAddress: z.string(),
  corporatePhoneNumber: z.string(),
  department: z.string(),
  position: choice,
  chargeLastName: z.string(),
  chargeFirstName: z.string(),
  chargeLastNameKana: z.string(),
  chargeFirstNameKana: z.string(),
  kintoneDomain: z.string(),
  basicUserName: z.string(),
  chargePhoneNumber: z.string(),
  email: z.string(),
  industry: choice,
  task: choice,
  discoverySource: choice,
  usage: z.array(z.int()),
  optInServiceInfo: z.boolean(),
  optInEvents: z.boolean(),
  billingChargeName: z.string(),
  billingPhoneNumber: z.string(),
  billingEmail: z.string(),
  applicationId: z.string(),
  apiKey: z.string(),
  webhookUrl: z.string(),
  /** Which of the sealed values exist, so that showing a record never touches them. */
  hasBasicPassword: z.boolean(),
  hasApiSecret: z.boolean(),
  hasPrivateKey: z.optional(z.boolean()),
  plan: z.string(),
  paymentType: z.string(),
  stripeCustomerId: z.optional(z.string()),
  /** The subscription that the plan stands on. */
  subscriptionId: z.optional(z.string()),
  /** When the card that is charged was left, in seconds since the epoch, if it was changed. */
  cardLeftAt: z.optional(z.int()),
  version: z.int(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Profile = z.output<typeof profile>;

export const parseProfile = (item: unknown): Profile => profile.parse(item);

interface NewCustomer {
  customerId: string;
  loginId: string;
  /** As the user pool verified it. */
  email: string;
  /** ISO 8601. */
  createdAt: string;
}

/** What a sign-up says, and what every customer begins with. Whatever is not of a profile falls away. */
export const newProfile = (signup: SignupRequest, customer: NewCustomer): Profile =>
  profile.parse({
    ...nothingGiven,
    ...signup,
    ...customer,
    hasBasicPassword: Boolean(signup.basicPassword),
    plan: "trial",
    version: 1,
  });

const nothingGiven = {
  corporateNumber: "",
  corporatePhoneNumber: "",
  department: "",
  position: null,
  chargeLastNameKana: "",
  chargeFirstNameKana: "",
  basicUserName: "",
  industry: null,
  task: null,
  discoverySource: null,
  usage: [],
  billingChargeName: "",
  billingPhoneNumber: "",
  billingEmail: "",
  applicationId: "",
  apiKey: "",
  webhookUrl: "",
  hasApiSecret: false,
  paymentType: "",
} satisfies Partial<Profile>;

const masked = (isSet: boolean): string => (isSet ? secretMask : "");

/** Specification section 3, "User record". */
export const toUserRecord = (stored: Profile): UserRecord => ({
  CustomerId: stored.customerId,
  CustomerKbn: stored.customerKbn,
  CorporateNumber: stored.corporateNumber,
  CorporateName: stored.corporateName,
  PostalCode: stored.postalCode,
  Prefecture: stored.prefecture,
  City: stored.city,
  StreetAddress: stored.streetAddress,
  CorporatePhoneNumber: stored.corporatePhoneNumber,
  Department: stored.department,
  ChargeLastName: stored.chargeLastName,
  ChargeFirstName: stored.chargeFirstName,
  ChargeLastNameKana: stored.chargeLastNameKana,
  ChargeFirstNameKana: stored.chargeFirstNameKana,
  Position: stored.position,
  KintoneDomain: stored.kintoneDomain,
  BasicUserName: stored.basicUserName,
  BasicPassword: masked(stored.hasBasicPassword),
  ChargePhoneNumber: stored.chargePhoneNumber,
  Email: stored.email,
  BillingChargeName: stored.billingChargeName,
  BillingPhoneNumber: stored.billingPhoneNumber,
  BillingEmail: stored.billingEmail,
  ApplicationId: stored.applicationId,
  ApiKey: stored.apiKey,
  ApiSecret: masked(stored.hasApiSecret),
  PrivateKey: masked(stored.hasPrivateKey === true),
  IncomingWebhookUrl: stored.webhookUrl,
  Plan: stored.plan,
  PaymentType: stored.paymentType,
  Version: stored.version,
});
