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

interface Checks {
  /** For a password that is too simple. */
  tooSimple?: string;
  loginIdIn?: (value: Passwords) => string | undefined;
}

/**
 * Adds at most one issue a field: the first broken rule wins, and a field with an issue keeps it. No check runs
 * until both the password and its confirmation are there (specification section 5, password change).
 */
const passwordChecks = <T extends Passwords>(
  field: keyof T & string,
  { tooSimple = messages.passwordComposition, loginIdIn }: Checks = {},
) =>
  z.check<T>(
    ({ value, issues }) => {
      const password = value[field] ?? "";
      const firstBroken = (): string | undefined => {
        if (!passwordRules.length(password)) return messages.passwordTooShort;
        if (password === loginIdIn?.(value)) return messages.passwordEqualsLoginId;
        if (!passwordRules.composition(password)) return tooSimple;
        if (!passwordRules.maxLength(password)) return messages.passwordTooLong;
        return passwordRules.outerSpaces(password) ? undefined : messages.passwordOuterSpaces;
      };
      const add = (name: string, message: string | undefined): void => {
        if (message === undefined || issues.some(({ path }) => path?.[0] === name)) return;
        issues.push({ code: "custom", path: [name], message, input: value[name], continue: true });
      };
      add(field, firstBroken());
      add("confirmPassword", password === value.confirmPassword ? undefined : messages.passwordMismatch);
    },
    { when: ({ value }) => isFilled(value, field) && isFilled(value, "confirmPassword") },
  );

/** Sign-up, step 4. The composition rule answers with the length rule's message. */
export const accountForm = z
  .object({
    loginId: fields.loginId,
    password: fields.password,
    confirmPassword: fields.confirmPassword,
    email: fields.email,
  })
  .check(
    passwordChecks("password", {
      tooSimple: messages.passwordTooShort,
      loginIdIn: ({ loginId }) => loginId,
    }),
  );

/** Password reset: the code from the mail and the new password twice. */
export const passwordResetForm = z
  .object({
    code: fields.typedCode,
    newPassword: fields.newPassword,
    confirmPassword: fields.confirmNewPassword,
  })
  .check(passwordChecks("newPassword"));

/** Password change: checks 2 to 5 run only when new password and confirmation are both there. */
export const passwordChangeForm = (loginId: string) =>
  z
    .object({
      currentPassword: fields.currentPassword,
      newPassword: fields.newPassword,
      confirmPassword: fields.confirmNewPassword,
    })
    .check(passwordChecks("newPassword", { loginIdIn: () => loginId }));

/** The customer's own password in place of a handed-out one, at sign-in; an account without an address is asked for it. */
export function firstPasswordForm(loginId: string, { needsEmail }: { needsEmail: boolean }) {
  const email: z.ZodMiniType<string, string> = needsEmail ? fields.email : z.string();
  return z
    .object({ newPassword: fields.newPassword, confirmPassword: fields.confirmNewPassword, email })
    .check(passwordChecks("newPassword", { loginIdIn: () => loginId }));
}
