import { useEffect, useRef, useState } from "react";
import { setupSession } from "../../../../shared/endpoints.ts";
import { ApiError, callApi } from "../../../lib/api/api-client.ts";
import { useFailure } from "../../../lib/api/use-failure.ts";
import { session } from "../../../lib/session.ts";
import { paths } from "../../../routes/paths.ts";

/** Opens the card provider's page for another card; `busy` from the click until this page is gone, or until it failed. */
export function useCardChange() {
  const { connectionFailure, fail, forget } = useFailure();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const started = useRef(false);

  const free = (): void => {
    started.current = false;
    setBusy(false);
  };
  useEffect(() => {
    // The browser's Back from the card provider may bring this very page back as it was left.
    const restore = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      started.current = false;
      setBusy(false);
    };
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, []);

  const open = async (): Promise<void> => {
    if (started.current) return;
    started.current = true;
    setBusy(true);
    forget();
    setRefusal(undefined);
    try {
      const query = { cancel_path: paths.update, success_path: paths.update };
      const { url } = await callApi(setupSession, { query });
      session.write("cardChange", "started");
      window.location.assign(url);
    } catch (error) {
      free();
      if (error instanceof ApiError && error.status === 403) setRefusal(error.message);
      else fail(error);
    }
  };
  return { busy, failure: refusal ?? connectionFailure, open };
}
