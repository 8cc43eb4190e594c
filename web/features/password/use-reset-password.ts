import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { resetPassword } from "#web/lib/identity/password.ts";
import { session } from "#web/lib/session.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { type ResetFailure, resetFailureOf } from "./reset-failure.ts";

interface Reset {
  code: string;
  newPassword: string;
}

/** Sets the new password and goes to /pw/change/comp; `refuse` speaks at a field, `failure` above the button. */
export function useResetPassword(
  loginId: string,
  refuse: (field: NonNullable<ResetFailure["field"]>, message: string) => void,
) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const submit = async ({ code, newPassword }: Reset): Promise<void> => {
    setFailure(undefined);
    try {
      await resetPassword(loginId, code, newPassword);
      session.clear();
      const state: NavigationState = { completed: true };
      navigate(paths.passwordChangeComplete, { replace: true, state });
    } catch (error) {
      const { message, field } = resetFailureOf(error);
      if (field) refuse(field, message);
      else setFailure(message);
    }
  };
  return { failure, submit };
}
