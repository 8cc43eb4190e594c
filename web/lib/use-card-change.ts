import { useEffect, useRef, useState } from "react";
import { setupSession } from "../../shared/endpoints.ts";
import { paths } from "../routes/paths.ts";
import { ApiError, callApi } from "./api/api-client.ts";
import { useFailure } from "./api/use-failure.ts";
import { session } from "./session.ts";

/** Opens the card provider's page for another card; `busy` from the click until this page is gone, or until it failed. */
export function useCardChange(returnPath: typeof paths.update | typeof paths.contract) {
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
      const query =
        returnPath === paths.update
          ? { cancel_path: returnPath, success_path: returnPath }
          : { cancel_path: returnPath, success_path: returnPath };
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

/** Once: whether the person comes back from the card provider, who does not say with what outcome. */
export function useCardReturn(): boolean {
  const [returned] = useState(() => session.read("cardChange") !== undefined);
  useEffect(() => session.remove("cardChange"), []);
  return returned;
}
