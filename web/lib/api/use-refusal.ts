import { useState } from "react";
import { ApiError } from "./api-client.ts";
import { useFailure } from "./use-failure.ts";

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 409);

/**
 * As `useFailure`; but a refusal because of what the customer is by now, such as upgraded in another tab, is told here
 * and makes the page look again.
 */
export function useRefusal(onRefused: () => void) {
  const { connectionFailure, fail, forget } = useFailure();
  const [refusal, setRefusal] = useState<string>();
  const refuse = ({ message }: ApiError): void => {
    setRefusal(message);
    onRefused();
  };
  return {
    failure: refusal ?? connectionFailure,
    forget: () => {
      forget();
      setRefusal(undefined);
    },
    fail: (error: unknown): void => (isRefusal(error) ? refuse(error) : fail(error)),
  };
}
