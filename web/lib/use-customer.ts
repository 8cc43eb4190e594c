import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "../../shared/customer.ts";
import { paths } from "../routes/paths.ts";
import { loadCustomer } from "./customer.ts";
import { useUserCallFailure } from "./failure.ts";
import { session } from "./session.ts";

/**
 * The signed-in customer's record, once it is there; `reload` asks again. An account without a record goes back into
 * the sign-up wizard, a failure where specification section 8 says.
 */
export function useCustomer(): { customer: UserRecord | undefined; reload: () => void } {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const [customer, setCustomer] = useState<UserRecord>();
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for.
  useEffect(() => {
    let gone = false;
    loadCustomer(session.read("loginId") ?? "").then(
      (record) => {
        if (gone) return;
        if (record) setCustomer(record);
        else navigate(paths.signUp, { replace: true });
      },
      (error: unknown) => !gone && fail(error),
    );
    return () => {
      gone = true;
    };
  }, [navigate, fail, asked]);
  return { customer, reload: useCallback(() => setAsked((times) => times + 1), []) };
}
