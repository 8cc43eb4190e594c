/**
 * Every field rule of specification section 5, by the field's name: the customer fields, and the fields that
 * the profile does not contain in plain text (login, passwords, codes, secrets, consents).
 */
import * as z from "zod/mini";
import { customerRules } from "./customer/customer-field-views.ts";
import { checkedText, optionalText, passwordText, pattern, requiredText } from "./field-schema.ts";
import { labels } from "./labels.ts";
import { limits, secretMask } from "./limits.ts";
import { messages } from "./messages.ts";
import { compactCode, foldWidth, trimIdentifier } from "./normalize.ts";
import { isApiSecret, isKeyFileName } from "./rules.ts";

const consent = z.literal(true, { error: messages.consent });
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const basicPassword = new RegExp(
  `^[\\x21-\\x7e]{${limits.basicPasswordMinLength},${limits.basicPasswordMaxLength}}$`,
);

export const fields = {
  ...customerRules,
  basicPassword: optionalText(labels.basicPassword, {
    rules: [pattern(basicPassword, messages.basicPassword)],
  }),
  apiSecret: requiredText(labels.apiSecret, {
    normalize: trimIdentifier,
    rules: [[isApiSecret, messages.apiSecret]],
  }),
  /** In a request about an existing profile: the mask means unchanged. */
  apiSecretOrMask: requiredText(labels.apiSecret, {
    normalize: trimIdentifier,
    rules: [[(text) => text === secretMask || isApiSecret(text), messages.apiSecret]],
  }),
  privateKey: checkedText(
    messages.privateKey,
    [(text) => text.length <= 4 * Math.ceil(limits.privateKeyMaxBytes / 3), messages.privateKeyTooLarge],
    pattern(base64, messages.privateKey),
  ),
  privateKeyFileName: requiredText(labels.privateKey, { rules: [[isKeyFileName, messages.privateKey]] }),
  agreedTerms: consent,
  agreedBusinessUse: consent,
  loginId: requiredText(labels.loginId, {
    normalize: foldWidth,
    max: limits.loginIdMaxLength,
    rules: [pattern(/^[A-Za-z0-9]+$/, messages.loginIdFormat)],
  }),
  /** At sign-in: any login ID. */
  existingLoginId: requiredText(labels.loginId, { normalize: foldWidth, max: limits.loginIdMaxLength }),
  /** The forgot-password screen has another message. */
  forgottenLoginId: z
    .string({ error: messages.loginIdRequired })
    .check(z.overwrite(foldWidth), z.minLength(1, { error: messages.loginIdRequired })),
  password: passwordText(labels.password),
  confirmPassword: passwordText(labels.confirmPassword),
  currentPassword: passwordText(labels.currentPassword),
  newPassword: passwordText(labels.newPassword),
  confirmNewPassword: passwordText(labels.confirmNewPassword),
  /** In a request: the handler checks the code. */
  code: requiredText(labels.code, { normalize: compactCode, max: limits.codeMaxLength }),
  /** On a screen: the format is checked before an attempt is counted. */
  typedCode: requiredText(labels.code, {
    normalize: compactCode,
    max: limits.codeMaxLength,
    rules: [pattern(new RegExp(`^\\d{${limits.codeDigits}}$`), messages.code)],
  }),
  /** At sign-in: Cognito's codes by mail may have eight digits. */
  signInCode: requiredText(labels.code, {
    normalize: compactCode,
    max: limits.codeMaxLength,
    rules: [pattern(/^\d{6,8}$/, messages.signInCode)],
  }),
} as const;
