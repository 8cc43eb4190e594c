import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "../../shared/customer.ts";
import { paths } from "../routes/paths.ts";
import { loadCustomer } from "./customer.ts";
import { isSignedOut, useFailureRedirect } from "./failure.ts";
import { session } from "./session.ts";

/**
 * The record of whoever is signed in, for a screen that works without it as well: a failure leaves it out. Who is signed
 * out goes to /signin, an account without a record back into the sign-up wizard.
 */
export function useRegistered(): UserRecord | undefined {
  const navigate = useNavigate();
  const redirect = useFailureRedirect();
  const [record, setRecord] = useState<UserRecord>();
  useEffect(() => {
    let gone = false;
    loadCustomer(session.read("loginId") ?? "").then(
      (found) => {
        if (gone) return;
        if (found) setRecord(found);
        else navigate(paths.signUp, { replace: true });
      },
      (error: unknown) => !gone && isSignedOut(error) && redirect(error),
    );
    return () => {
      gone = true;
    };
  }, [navigate, redirect]);
  return record;
}
