/** The three screens that set a password. Each keeps the order and wording that specification section 5 gives it. */
import * as z from "zod/mini";
import { fields } from "./fields.ts";
import { messages } from "./messages.ts";
import { passwordRules } from "./rules.ts";

type Passwords = Record<string, string>;
const isFilled = (value: unknown, field: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  Reflect.get(value, field) !== "" &&
  Reflect.get(value, field) !== undefined;

type Rule = readonly [field: string, broken: (value: Passwords) => boolean, message: string];

/**
 * Adds at most one issue a field: the first broken rule wins, and a field with an issue keeps it. No check runs
 * until both the password and its confirmation are there (specification section 5, password change).
 */
const firstBroken = <T extends Passwords>(password: keyof T & string, ...rules: readonly Rule[]) =>
  z.check<T>(
    ({ value, issues }) => {
      const fieldsWithIssue = new Set(issues.map((issue) => issue.path?.[0]));
      for (const [field, broken, message] of rules) {
        if (fieldsWithIssue.has(field) || !broken(value)) continue;
        issues.push({ code: "custom", path: [field], message, input: value[field], continue: true });
        fieldsWithIssue.add(field);
      }
    },
    { when: ({ value }) => isFilled(value, password) && isFilled(value, "confirmPassword") },
  );

const tooShort = (field: string): Rule => [
  field,
  (v) => !passwordRules.length(v[field] ?? ""),
  messages.passwordTooShort,
];
const tooLong = (field: string): Rule => [
  field,
  (v) => !passwordRules.maxLength(v[field] ?? ""),
  messages.passwordTooLong,
];
const composition = (field: string, message: string): Rule => [
  field,
  (v) => !passwordRules.composition(v[field] ?? ""),
  message,
];
const mismatch = (field: string): Rule => [
  "confirmPassword",
  (v) => v[field] !== v.confirmPassword,
  messages.passwordMismatch,
];
const equalsLoginId = (
  field: string,
  loginId: (value: Record<string, string>) => string | undefined,
): Rule => [field, (v) => v[field] !== undefined && v[field] === loginId(v), messages.passwordEqualsLoginId];

/** Sign-up, step 4. The composition rule answers with the length rule's message. */
export const accountForm = z
  .object({
    loginId: fields.loginId,
    password: fields.password,
    confirmPassword: fields.confirmPassword,
    email: fields.email,
  })
  .check(
    firstBroken(
      "password",
      tooShort("password"),
      equalsLoginId("password", (v) => v.loginId),
      composition("password", messages.passwordTooShort),
      tooLong("password"),
      mismatch("password"),
    ),
  );

/** Password reset: the code from the mail and the new password twice. */
export const passwordResetForm = z
  .object({
    code: fields.typedCode,
    newPassword: fields.newPassword,
    confirmPassword: fields.confirmNewPassword,
  })
  .check(
    firstBroken(
      "newPassword",
      tooShort("newPassword"),
      composition("newPassword", messages.passwordComposition),
      tooLong("newPassword"),
      mismatch("newPassword"),
    ),
  );

const newPasswordRules = <T extends Passwords & { newPassword: string }>(loginId: string) =>
  firstBroken<T>(
    "newPassword",
    tooShort("newPassword"),
    equalsLoginId("newPassword", () => loginId),
    composition("newPassword", messages.passwordComposition),
    tooLong("newPassword"),
    mismatch("newPassword"),
  );

/** Password change: checks 2 to 5 run only when new password and confirmation are both there. */
export const passwordChangeForm = (loginId: string) =>
  z
    .object({
      currentPassword: fields.currentPassword,
      newPassword: fields.newPassword,
      confirmPassword: fields.confirmNewPassword,
    })
    .check(newPasswordRules(loginId));

/** The customer's own password in place of a handed-out one, at sign-in; an account without an address is asked for it. */
export function firstPasswordForm(loginId: string, { needsEmail }: { needsEmail: boolean }) {
  const email: z.ZodMiniType<string, string> = needsEmail ? fields.email : z.string();
  return z
    .object({ newPassword: fields.newPassword, confirmPassword: fields.confirmNewPassword, email })
    .check(newPasswordRules(loginId));
}
