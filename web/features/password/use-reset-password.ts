import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { endSession } from "#web/lib/end-session.ts";
import { resetPassword } from "#web/lib/identity/password.ts";
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
      const state = { completed: true } as const;
      await endSession(navigate, { to: paths.passwordChangeComplete, replace: true, state });
    } catch (error) {
      const { message, field } = resetFailureOf(error);
      if (field) refuse(field, message);
      else setFailure(message);
    }
  };
  return { failure, submit };
}
