import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#shared/limits.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { readIdToken } from "#web/lib/identity/tokens/id-token.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

/** Loaded on demand, because most visits end within ten minutes after the sign-in. */
const ReauthenticationDialog = lazy(() => loadScreen(() => import("./reauthentication-dialog.tsx")));

interface RecentPassword {
  /**
   * Runs a call that can need a recent password. If the API refuses it for that reason, asks for the password
   * and repeats the call. Resolves to `"cancelled"` if the customer cancels. Throws as the call does.
   */
  withRecentPassword: <T>(call: () => Promise<T>) => Promise<T | "cancelled">;
  /**
   * Asks for the password, unless it was entered in the last ten minutes. Resolves to false if the customer
   * cancels. For calls to Cognito, which does not check that.
   */
  confirmPassword: () => Promise<boolean>;
  /** The dialog, for the screen to render. Empty until the password is asked for. */
  dialog: ReactNode;
}

const needsRecentPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "reauthentication_required";

/** The tolerated difference between this computer's clock and the server's. */
const toleranceSeconds = 60;

/**
 * Returns whether the password was entered in the last ten minutes. False if this computer's clock is behind
 * the token's time.
 */
export function isRecent(idToken: string): boolean {
  const { auth_time: enteredAt = 0, iat: issuedAt = 0 } = readIdToken(idToken) ?? {};
  const now = Date.now() / 1000;
  return now >= issuedAt - toleranceSeconds && now - enteredAt <= limits.recentPasswordSeconds;
}

/** Calls that are refused at the same time share one dialog. */
export function useRecentPassword(): RecentPassword {
  const proof = useRef<PromiseWithResolvers<boolean>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback((isProven: boolean): void => {
    setIsOpen(false);
    proof.current?.resolve(isProven);
    proof.current = undefined;
  }, []);
  useEffect(() => () => close(false), [close]);

  const ask = useCallback((): Promise<boolean> => {
    proof.current ??= Promise.withResolvers<boolean>();
    setIsOpen(true);
    return proof.current.promise;
  }, []);
  const withRecentPassword = useCallback(
    async <T,>(call: () => Promise<T>): Promise<T | "cancelled"> => {
      try {
        return await call();
      } catch (error) {
        if (!needsRecentPassword(error)) throw error;
        return (await ask()) ? call() : "cancelled";
      }
    },
    [ask],
  );
  const confirmPassword = useCallback(async () => isRecent(tabStorage.read("idToken") ?? "") || ask(), [ask]);
  const dialog = isOpen && (
    <Suspense>
      <ReauthenticationDialog onDone={() => close(true)} onCancel={() => close(false)} />
    </Suspense>
  );
  return { withRecentPassword, confirmPassword, dialog };
}
