/** The customer's profile and the three operations on it: specification section 3, design section 3. */
import * as z from "zod/mini";
import { fields } from "../fields.ts";
import { recordShape, rulesIn } from "./customer-field-views.ts";

/** Sign-up, step 1, and the user-info tab of the information update. */
const company = { ...rulesIn("company", "contact", "kintone"), basicPassword: fields.basicPassword };

/** The mails that the customer wants: both, unless the sign-up says otherwise. */
const optIns = {
  optInServiceInfo: z._default(z.boolean(), true),
  optInEvents: z._default(z.boolean(), true),
};

const voiceProvider = { ...rulesIn("voiceProvider"), apiSecret: fields.apiSecret };

/** Id of the phone verification: `request_id` of `verify`. */
const requestId = z.string().check(z.minLength(1), z.maxLength(64));

/** Sign-up, step 1, as the screen holds it. */
export const companyForm = z.object({
  ...company,
  ...rulesIn("questionnaire"),
  ...optIns,
  agreedTerms: fields.agreedTerms,
  agreedBusinessUse: fields.agreedBusinessUse,
});

/** Sign-up, step 2, and the phone change: the number that an SMS can reach. */
export const phoneForm = z.object({ chargePhoneNumber: fields.chargePhoneNumber });

/** Sign-up, steps 3 and 5, and every other code entry. */
export const codeForm = z.object({ code: fields.typedCode });

/** A code that Cognito asks for at sign-in. */
export const signInCodeForm = z.object({ code: fields.signInCode });

/** E-mail change, step 1. */
export const emailForm = z.object({ email: fields.email });

export const signInForm = z.object({ loginId: fields.existingLoginId, password: fields.password });

/** The password alone, entered again. */
export const passwordForm = z.object({ password: fields.password });

export const forgotPasswordForm = z.object({ loginId: fields.forgottenLoginId });

/** Upgrade, step 0, as the screen holds it: the key file by its name. */
export const voiceProviderForm = z.object({ ...voiceProvider, file: fields.privateKeyFileName });

/** Upgrade, step 1, and the billing tab of the information update. */
export const billingContactForm = z.object(rulesIn("billingContact"));

export const signupRequest = z.strictObject({
  operation: z.literal("signup"),
  ...companyForm.shape,
  chargePhoneNumber: fields.chargePhoneNumber,
  email: fields.email,
  requestId,
});
export type SignupRequest = z.output<typeof signupRequest>;

/** A request may keep stored values: the secret by its mask, the key by an empty string. */
export const upgradeRequest = z.strictObject({
  operation: z.literal("upgrade"),
  ...voiceProvider,
  ...rulesIn("billingContact"),
  apiSecret: fields.apiSecretOrMask,
  privateKey: fields.privateKey,
});
export type UpgradeRequest = z.output<typeof upgradeRequest>;

/**
 * Contains only changed fields. `version`: the profile's `Version` that the screen showed. A masked secret
 * and an empty key mean unchanged.
 */
export const updateRequest = z.strictObject({
  operation: z.literal("update"),
  version: z.optional(z.int()),
  ...z.partial(z.object({ ...company, ...voiceProvider, ...rulesIn("billingContact") })).shape,
  optInServiceInfo: z.optional(z.boolean()),
  optInEvents: z.optional(z.boolean()),
  apiSecret: z.optional(fields.apiSecretOrMask),
  privateKey: z.optional(fields.privateKey),
  chargePhoneNumber: z.optional(fields.chargePhoneNumber),
  requestId: z.optional(requestId),
  email: z.optional(fields.email),
});

export type UpdateRequest = z.output<typeof updateRequest>;

export const userRequest = z.discriminatedUnion("operation", [signupRequest, upgradeRequest, updateRequest]);

/** A text that the customer did not give is empty, a choice is null. A secret is `secretMask` or empty. */
export const userRecord = z.object({
  ...recordShape,
  CustomerId: z.string(),
  BasicPassword: z.string(),
  ApiSecret: z.string(),
  PrivateKey: z.string(),
  Plan: z.string(),
  PaymentType: z.string(),
  OptInServiceInfo: z.boolean(),
  OptInEvents: z.boolean(),
  /** Increases by one with every change; an update that names an older one is refused with 409. */
  Version: z.int(),
});
export type UserRecord = z.output<typeof userRecord>;
