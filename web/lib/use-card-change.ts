import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { setupSession } from "#shared/endpoints.ts";
import { paths } from "#web/routes/paths.ts";
import { ApiError, callApi } from "./api/api-client.ts";
import { isConnectionFailure, reasonFor } from "./api/failure.ts";
import { isUnderWay } from "./api/query-client.ts";
import { leaveFor } from "./leave-for.ts";
import { session } from "./session.ts";

type ReturnPath = typeof paths.update | typeof paths.contract;

const mutationKey = ["change-card"];

async function openCardPage(returnPath: ReturnPath): Promise<void> {
  const query =
    returnPath === paths.update
      ? { cancel_path: returnPath, success_path: returnPath }
      : { cancel_path: returnPath, success_path: returnPath };
  const { url } = await callApi(setupSession, { query });
  session.write("cardChange", "started");
  await leaveFor(url);
}

/** The person may do something about it here. */
const isShownHere = (error: unknown): boolean =>
  isConnectionFailure(error) || (error instanceof ApiError && error.status === 403);

/** Opens the card provider's page for another card; `busy` from the click until this page is gone, or until it failed. */
export function useCardChange(returnPath: ReturnPath) {
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: openCardPage,
    meta: { failure: (failed) => (isShownHere(failed) ? "stay" : "error-page") },
  });
  return {
    busy: isPending,
    failure: isShownHere(error) ? reasonFor(error) : undefined,
    open: (): void => {
      if (!isUnderWay(mutationKey)) mutate(returnPath);
    },
  };
}

/** Once: whether the person comes back from the card provider, who does not say with what outcome. */
export function useCardReturn(): boolean {
  const [returned] = useState(() => session.read("cardChange") !== undefined);
  useEffect(() => session.remove("cardChange"), []);
  return returned;
}
