/** Leads to the card provider's page for another card, and recognizes the return. */
import Button, { type ButtonProps } from "@mui/material/Button";
import { useEffect, useState } from "react";
import { setupSession } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { ApiError, callApi } from "#web/lib/api/api-client.ts";
import { leaveFor } from "#web/lib/navigation/leave-for.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { guardedLeave } from "./guarded-leave.ts";
import { useCall } from "./use-call.ts";

/** Resolves only if the browser restores this page from its back/forward cache. */
export function openCardPage(url: string): Promise<undefined> {
  tabStorage.write("cardChange", "started");
  return leaveFor(url);
}

type ReturnPath = typeof paths.update | typeof paths.contract;

async function changeCard(returnPath: ReturnPath): Promise<void> {
  // The endpoint accepts a pair of equal paths; TypeScript narrows it in each branch.
  const query =
    returnPath === paths.update
      ? { cancel_path: returnPath, success_path: returnPath }
      : { cancel_path: returnPath, success_path: returnPath };
  await openCardPage((await callApi(setupSession, { query })).url);
}

/** A button that leads to the card provider. It is busy until the page is left or the call fails. */
export function CardChangeButton({ returnPath, ...button }: ButtonProps & { returnPath: ReturnPath }) {
  const { call, isPending, failure } = useCall(() => changeCard(returnPath), {
    name: "change-card",
    isShownHere: (error) => error instanceof ApiError && error.status === 403,
  });
  return (
    <>
      <Button
        variant="outlined"
        {...button}
        loading={isPending}
        onClick={() => guardedLeave(() => void call())}
      >
        カード情報を変更する
      </Button>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
    </>
  );
}

export const cardReturnMessage =
  "カード情報のページから戻りました。新しいカードを登録された場合は、まもなく反映されます。";

/** Returns, once, whether the customer returns from the card provider, which does not report the outcome. */
export function useCardReturn(): boolean {
  const [returned] = useState(() => tabStorage.read("cardChange") !== undefined);
  useEffect(() => tabStorage.remove("cardChange"), []);
  return returned;
}
