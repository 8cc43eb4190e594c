/**
 * The password between account creation and e-mail confirmation. It is kept in memory and never stored: after
 * a reload, the customer signs in again.
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
