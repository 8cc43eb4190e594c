import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "../../../shared/messages.ts";
import { ApiError } from "../../lib/api/api-client.ts";
import { isSignedOut, reasonFor, useFailureRedirect } from "../../lib/api/failure.ts";
import type { NavigationState } from "../../routes/navigation-state.ts";
import { paths } from "../../routes/paths.ts";
import { clearChange, type Target, type TargetKey } from "./change-draft.ts";
import type { VerifiedChange } from "./verified-change.ts";

/**
 * Saves what is proven, once at a time, and goes to /update/comp. The code is used up by then: whatever goes wrong, the
 * person stays and may repeat this alone, unless the server wants new proof.
 */
export function useSave<Key extends TargetKey>(
  { key, save, savedMessage, refused }: VerifiedChange<Key>,
  onRefused: () => void,
) {
  const navigate = useNavigate();
  const redirect = useFailureRedirect();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const busy = useRef(false);

  const settle = (error: unknown): void => {
    if (isSignedOut(error)) redirect(error);
    else if (error instanceof ApiError && error.code === refused.code) onRefused();
    else setFailure(reasonFor(error) ?? failureMessages.unexpected);
  };

  const saveOnce = async (target: Target<Key>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      await save(target);
      clearChange(key);
      const state: NavigationState = { saved: savedMessage };
      navigate(paths.updateComplete, { replace: true, state });
    } catch (error) {
      settle(error);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { saving, failure, save: saveOnce };
}
