/**
 * The three screens that set a password. Each keeps the order and wording that specification section 5 gives
 * it.
 */
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
  /** Message for a password that is too simple. */
  tooSimple?: string;
  loginIdIn: (value: Passwords) => string | undefined;
}

/** Shorter login IDs may be part of any password. */
const shortestPart = 4;

const contains = (password: string, loginId: string): boolean =>
  loginId.length >= shortestPart && password.toLowerCase().includes(loginId.toLowerCase());

/** Returns undefined if the list cannot be loaded: then no password is refused as guessable. */
const loadGuesses = () => import("./password-guesses.ts").catch(() => undefined);

/** Loads the list of guesses while the password is typed. */
export const preparePasswordCheck = (): void => void loadGuesses();

const isGuessable = async (password: string, words: readonly string[]): Promise<boolean> =>
  (await loadGuesses())?.isGuessable(password, words) ?? false;

/**
 * Adds at most one issue a field: the first broken rule wins, and a field with an issue keeps it. No check
 * runs until both the password and its confirmation are filled in (specification section 5, password change).
 * A password that breaks no rule is compared with guesses, asynchronously.
 */
const passwordChecks = <T extends Passwords>(
  field: keyof T & string,
  { tooSimple = messages.passwordComposition, loginIdIn }: Checks,
) =>
  z.check<T>(
    ({ value, issues }) => {
      const password = value[field] ?? "";
      const loginId = loginIdIn(value) ?? "";
      const firstBroken = (): string | undefined => {
        if (!passwordRules.length(password)) return messages.passwordTooShort;
        if (password === loginId) return messages.passwordEqualsLoginId;
        if (!passwordRules.composition(password)) return tooSimple;
        if (!passwordRules.maxLength(password)) return messages.passwordTooLong;
        if (!passwordRules.outerSpaces(password)) return messages.passwordOuterSpaces;
        return contains(password, loginId) ? messages.passwordContainsLoginId : undefined;
      };
      const add = (name: string, message: string | undefined): void => {
        if (message === undefined || issues.some(({ path }) => path?.[0] === name)) return;
        issues.push({ code: "custom", path: [name], message, input: value[name], continue: true });
      };
      const broken = firstBroken();
      add(field, broken);
      add("confirmPassword", password === value.confirmPassword ? undefined : messages.passwordMismatch);
      if (broken !== undefined) return undefined;
      const [address = ""] = value.email?.split("@") ?? [];
      return isGuessable(password, [loginId, address]).then((isOne) =>
        add(field, isOne ? messages.passwordGuessable : undefined),
      );
    },
    { when: ({ value }) => isFilled(value, field) && isFilled(value, "confirmPassword") },
  );

/** Sign-up, step 4. The composition rule has the length rule's message. */
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

const newPassword = { newPassword: fields.newPassword, confirmPassword: fields.confirmNewPassword };
const newPasswordChecks = <T extends Passwords & { newPassword: string }>(loginId: string) =>
  passwordChecks<T>("newPassword", { loginIdIn: () => loginId });

/** Password reset: the code from the mail and the new password twice. */
export const passwordResetForm = (loginId: string) =>
  z.object({ code: fields.typedCode, ...newPassword }).check(newPasswordChecks(loginId));

/** Password change: checks 2 to 5 run only if new password and confirmation are both filled in. */
export const passwordChangeForm = (loginId: string) =>
  z.object({ currentPassword: fields.currentPassword, ...newPassword }).check(newPasswordChecks(loginId));

/**
 * At the first sign-in, the customer's own password instead of the temporary one. `needsEmail`: the account
 * has no address yet.
 */
export function firstPasswordForm(loginId: string, { needsEmail }: { needsEmail: boolean }) {
  const email: z.ZodMiniType<string, string> = needsEmail ? fields.email : z.string();
  return z.object({ ...newPassword, email }).check(newPasswordChecks(loginId));
}
