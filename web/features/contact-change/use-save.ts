import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { ApiError } from "#web/lib/api/api-client.ts";
import { reasonFor, useSignedOutRedirect } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { clearChange, type Target, type TargetKey } from "./change-draft.ts";
import type { VerifiedChange } from "./verified-change.ts";

const mutationKey = ["save-change"];

/**
 * Saves what is proven, once at a time, and goes to /update/comp. The code is used up by then: whatever goes wrong, the
 * person stays and may repeat this alone, unless the server wants new proof.
 */
export function useSave<Key extends TargetKey>(
  { key, save, savedMessage, refused }: VerifiedChange<Key>,
  onRefused: () => void,
) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: async (target: Target<Key>) => {
      await save(target);
      clearChange(key);
      const state: NavigationState = { saved: savedMessage };
      await navigate(paths.updateComplete, { replace: true, state });
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === refused.code) onRefused();
    },
  });
  useSignedOutRedirect(error);
  return {
    saving: isPending,
    failure: error === null ? undefined : (reasonFor(error) ?? failureMessages.unexpected),
    save: (target: Target<Key>): void => {
      if (!isUnderWay(mutationKey)) mutate(target);
    },
  };
}
