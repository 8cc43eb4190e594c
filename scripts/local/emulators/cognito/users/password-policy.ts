/** The pool's password policy, in the order and words of the real service. */
import { invalidPassword } from "../errors.ts";
import type { UserPoolSettings } from "../settings.ts";

/** Cognito's own list of what counts as a symbol. Source: developer guide, "Adding user pool password requirements". */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/** Throws InvalidPasswordException, naming the first rule that is broken. */
export function requirePolicy(policy: UserPoolSettings["passwordPolicy"], password: string): void {
  const rules: [broken: boolean, message: string][] = [
    [password.length < policy.minimumLength, "Password not long enough"],
    [policy.requireUppercase && !/[A-Z]/.test(password), "Password must have uppercase characters"],
    [policy.requireLowercase && !/[a-z]/.test(password), "Password must have lowercase characters"],
    [policy.requireNumbers && !/[0-9]/.test(password), "Password must have numeric characters"],
    [policy.requireSymbols && !symbol.test(password), "Password must have symbol characters"],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw invalidPassword(`Password did not conform with policy: ${broken[1]}`);
}
