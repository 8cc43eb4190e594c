import { useState } from "react";
import { IdentityError } from "../identity/provider.ts";
import { ConnectionError } from "./api-client.ts";
import { reasonFor, useFailureRedirect } from "./failure.ts";

export const isConnectionFailure = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof IdentityError && error.isConnectionFailure);

/** Without an answer the person stays and may try again; any other failure goes where the specification says. */
export function useFailure() {
  const redirect = useFailureRedirect();
  const [connectionFailure, setConnectionFailure] = useState<string>();
  return {
    connectionFailure,
    forget: () => setConnectionFailure(undefined),
    fail: (error: unknown): void => {
      if (isConnectionFailure(error)) setConnectionFailure(reasonFor(error));
      else redirect(error);
    },
  };
}
