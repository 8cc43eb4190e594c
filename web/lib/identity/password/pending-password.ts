/**
 * The password between account creation and e-mail confirmation. In memory only, so that it is never stored; a reload
 * forgets it, and the person signs in by hand.
 */
let pending: { loginId: string; password: string } | undefined;

export function rememberPassword(loginId: string, password: string): void {
  pending = { loginId, password };
}

export function recallPassword(loginId: string): string | undefined {
  return pending?.loginId === loginId ? pending.password : undefined;
}

export function forgetPassword(): void {
  pending = undefined;
}
