import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#shared/limits.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { readIdToken } from "#web/lib/identity/tokens/id-token.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { session } from "#web/lib/session/session.ts";

/** Most visits end within the ten minutes. */
const ReauthenticationDialog = lazy(() => loadScreen(() => import("./reauthentication-dialog.tsx")));

interface RecentPassword {
  /**
   * Runs a call that may want a recent password. When it is refused for the want of one, the dialog asks and the call is
   * repeated; `"cancelled"` when the customer cancels. Throws what the call throws.
   */
  withRecentPassword: <T>(call: () => Promise<T>) => Promise<T | "cancelled">;
  /**
   * Asks unless the password was entered in the last ten minutes; false when the customer cancels. For what Cognito does,
   * which does not look at that.
   */
  confirmPassword: () => Promise<boolean>;
  /** To be rendered by the screen; empty until the password is asked for. */
  dialog: ReactNode;
}

const isAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "reauthentication_required";

/** Between this computer's clock and the server's, where neither is wrong. */
const toleranceSeconds = 60;

/** False also where this computer's clock is behind the token's, and cannot tell. */
export function isRecent(idToken: string): boolean {
  const { auth_time: enteredAt = 0, iat: issuedAt = 0 } = readIdToken(idToken) ?? {};
  const now = Date.now() / 1000;
  return now >= issuedAt - toleranceSeconds && now - enteredAt <= limits.recentPasswordSeconds;
}

/** Calls that are refused side by side share one dialog. */
export function useRecentPassword(): RecentPassword {
  const question = useRef<PromiseWithResolvers<boolean>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useCallback((isProven: boolean): void => {
    setIsOpen(false);
    question.current?.resolve(isProven);
    question.current = undefined;
  }, []);
  useEffect(() => () => answer(false), [answer]);

  const ask = useCallback((): Promise<boolean> => {
    question.current ??= Promise.withResolvers<boolean>();
    setIsOpen(true);
    return question.current.promise;
  }, []);
  const withRecentPassword = useCallback(
    async <T,>(call: () => Promise<T>): Promise<T | "cancelled"> => {
      try {
        return await call();
      } catch (error) {
        if (!isAsked(error)) throw error;
        return (await ask()) ? call() : "cancelled";
      }
    },
    [ask],
  );
  const confirmPassword = useCallback(async () => isRecent(session.read("idToken") ?? "") || ask(), [ask]);
  const dialog = isOpen && (
    <Suspense>
      <ReauthenticationDialog onDone={() => answer(true)} onCancel={() => answer(false)} />
    </Suspense>
  );
  return { withRecentPassword, confirmPassword, dialog };
}
