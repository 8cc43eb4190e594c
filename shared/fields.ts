/**
 * Every field rule of specification section 5 with its Japanese message, written once and composed everywhere.
 * A rule first normalises (folds width, trims), then checks in the order in which a person should read the errors.
 */
import * as z from "zod/mini";
import { customerCategories, discoverySources, industries, positions, tasks, usages } from "./enums.ts";
import { labels } from "./labels.ts";
import { limits, secretMask } from "./limits.ts";
import { messages, requiredMessage, tooLongMessage } from "./messages.ts";
import { foldWidth, formatKintoneDomain } from "./normalize.ts";
import {
  applicationIdPattern,
  emailPattern,
  hasValidCheckDigit,
  isApiSecret,
  isKeyFileName,
  isMobileNumber,
  isPublicHttpsUrl,
  kintoneDomainPattern,
  phonePattern,
} from "./rules.ts";

/** A test and the sentence shown when it fails. */
type Rule = readonly [passes: (text: string) => boolean, message: string];

/** The first rule broken is the one error shown; the issue stays continuable so that rules across fields still run. */
const inOrder = (...rules: readonly Rule[]) =>
  z.check<string>(({ value, issues }) => {
    const broken = rules.find(([passes]) => !passes(value));
    if (broken) issues.push({ code: "custom", message: broken[1], input: value, continue: true });
  });

const present = (label: string): Rule => [(text) => text !== "", requiredMessage(label)];
const atMost = (max: number, label: string): Rule => [
  (text) => text.length <= max,
  tooLongMessage(label, max),
];
const printable: Rule = [(text) => !/\p{Cc}/u.test(text), messages.controlCharacter];
const pattern = (regex: RegExp, message: string): Rule => [(text) => regex.test(text), message];
const ifPresent = ([passes, message]: Rule): Rule => [(text) => text === "" || passes(text), message];

type Normalize = (text: string) => string;
const trim: Normalize = (text) => text.trim();

/** Required text: normalised first, then checked rule by rule. */
const required = (label: string, normalize: Normalize, max: number, ...rules: readonly Rule[]) =>
  z
    .string({ error: requiredMessage(label) })
    .check(z.overwrite(normalize), inOrder(present(label), atMost(max, label), printable, ...rules));

/** The same for a field that may be left empty; empty stays the empty string. */
const optional = (label: string, normalize: Normalize, max: number, ...rules: readonly Rule[]) =>
  z.optional(
    z
      .string({ error: messages.controlCharacter })
      .check(z.overwrite(normalize), inOrder(atMost(max, label), printable, ...rules.map(ifPresent))),
  );

const text = (label: string) => required(label, trim, limits.textMaxLength);
const optionalText = (label: string) => optional(label, trim, limits.textMaxLength);
const index = (labels: readonly string[]) =>
  z.number({ error: messages.choiceInvalid }).check(
    z.refine((key: number) => Number.isInteger(key) && key >= 0 && key < labels.length, {
      error: messages.choiceInvalid,
    }),
  );

const phone = (label: string) =>
  required(label, foldWidth, limits.textMaxLength, pattern(phonePattern, messages.phone));
const email = (label: string) =>
  required(label, foldWidth, limits.emailMaxLength, pattern(emailPattern, messages.email));
const code = (label: string) => required(label, foldWidth, limits.codeMaxLength);

/** Not folded and not trimmed: a password is exactly what was typed. */
const password = (label: string) =>
  z.string({ error: requiredMessage(label) }).check(inOrder(present(label)));

const base64 = z
  .string({ error: messages.privateKey })
  .check(
    inOrder(
      [(text) => text.length <= limits.privateKeyMaxLength, messages.privateKey],
      pattern(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, messages.privateKey),
    ),
  );

const consent = z.literal(true, { error: messages.consent });

/** One schema per field. */
export const fields = {
  customerKbn: index(customerCategories),
  corporateNumber: optional(
    labels.corporateNumber,
    foldWidth,
    limits.textMaxLength,
    pattern(/^\d{13}$/, messages.corporateNumber),
    [hasValidCheckDigit, messages.corporateNumberCheckDigit],
  ),
  corporateName: text(labels.corporateName),
  postalCode: required(
    labels.postalCode,
    foldWidth,
    limits.textMaxLength,
    pattern(/^\d{3}-\d{4}$/, messages.postalCode),
  ),
  prefecture: z.number({ error: messages.prefectureRequired }).check(
    z.refine((key: number) => Number.isInteger(key) && key >= 1 && key <= 47, {
      error: messages.prefectureRequired,
    }),
  ),
  city: text(labels.city),
  streetAddress: text(labels.streetAddress),
  corporatePhoneNumber: optional(
    labels.corporatePhoneNumber,
    foldWidth,
    limits.textMaxLength,
    pattern(phonePattern, messages.phone),
  ),
  department: optionalText(labels.department),
  position: z.optional(index(positions)),
  chargeLastName: text(labels.chargeLastName),
  chargeFirstName: text(labels.chargeFirstName),
  chargeLastNameKana: optionalText(labels.chargeLastNameKana),
  chargeFirstNameKana: optionalText(labels.chargeFirstNameKana),
  kintoneDomain: required(
    labels.kintoneDomain,
    formatKintoneDomain,
    limits.textMaxLength,
    pattern(kintoneDomainPattern, messages.kintoneDomain),
  ),
  basicUserName: optional(
    labels.basicUserName,
    foldWidth,
    limits.textMaxLength,
    pattern(new RegExp(`^[A-Za-z0-9_-]{1,${limits.basicUserNameMaxLength}}$`), messages.basicUserName),
  ),
  basicPassword: optional(
    labels.basicPassword,
    trim,
    limits.textMaxLength,
    pattern(
      new RegExp(`^[\\x21-\\x7e]{${limits.basicPasswordMinLength},${limits.basicPasswordMaxLength}}$`),
      messages.basicPassword,
    ),
  ),
  chargePhoneNumber: required(
    labels.chargePhoneNumber,
    foldWidth,
    limits.textMaxLength,
    pattern(phonePattern, messages.phone),
    [isMobileNumber, messages.mobile],
  ),
  email: email(labels.email),
  industry: z.optional(index(industries)),
  task: z.optional(index(tasks)),
  discoverySource: z.optional(index(discoverySources)),
  usage: z.optional(
    z.array(index(usages), { error: messages.choiceInvalid }).check(
      z.maxLength(4, { error: messages.choiceInvalid }),
      z.refine((keys: number[]) => new Set(keys).size === keys.length, { error: messages.choiceInvalid }),
    ),
  ),
  agreedTerms: consent,
  agreedBusinessUse: consent,
  loginId: required(
    labels.loginId,
    foldWidth,
    limits.loginIdMaxLength,
    pattern(/^[A-Za-z0-9]+$/, messages.loginIdFormat),
  ),
  /** At sign-in: whatever was registered. */
  existingLoginId: required(labels.loginId, foldWidth, limits.loginIdMaxLength),
  /** On the forgot-password screen the wording differs. */
  forgottenLoginId: z
    .string({ error: messages.loginIdRequired })
    .check(z.overwrite(foldWidth), z.minLength(1, { error: messages.loginIdRequired })),
  password: password(labels.password),
  confirmPassword: password(labels.confirmPassword),
  currentPassword: password(labels.currentPassword),
  newPassword: password(labels.newPassword),
  confirmNewPassword: password(labels.confirmNewPassword),
  code: code(labels.code),
  applicationId: required(
    labels.applicationId,
    foldWidth,
    limits.textMaxLength,
    pattern(applicationIdPattern, messages.applicationId),
  ),
  apiKey: required(
    labels.apiKey,
    foldWidth,
    limits.textMaxLength,
    pattern(new RegExp(`^[A-Za-z0-9]{${limits.apiKeyLength}}$`), messages.apiKey),
  ),
  apiSecret: required(labels.apiSecret, trim, limits.textMaxLength, [isApiSecret, messages.apiSecret]),
  /** In a request about a stored record: the mask stands for the secret that is there already. */
  apiSecretOrMask: required(labels.apiSecret, trim, limits.textMaxLength, [
    (text) => text === secretMask || isApiSecret(text),
    messages.apiSecret,
  ]),
  webhookUrl: optional(labels.webhookUrl, trim, limits.urlMaxLength, [isPublicHttpsUrl, messages.webhookUrl]),
  privateKey: base64,
  privateKeyFileName: required(labels.privateKey, trim, limits.textMaxLength, [
    isKeyFileName,
    messages.privateKey,
  ]),
  billingChargeName: text(labels.billingChargeName),
  billingPhoneNumber: phone(labels.billingPhoneNumber),
  billingEmail: email(labels.billingEmail),
} as const;
