/** The way to the card provider's page for another card, and back. */
import Button, { type ButtonProps } from "@mui/material/Button";
import { useEffect, useState } from "react";
import { setupSession } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { ApiError, callApi } from "#web/lib/api/api-client.ts";
import { leaveFor } from "#web/lib/navigation/leave-for.ts";
import { session } from "#web/lib/session/session.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { guardedLeave } from "./guarded-leave.ts";
import { useCall } from "./use-call.ts";

/** Resolves only if the browser's Back brings this very page back. */
export function openCardPage(url: string): Promise<undefined> {
  session.write("cardChange", "started");
  return leaveFor(url);
}

type ReturnPath = typeof paths.update | typeof paths.contract;

async function changeCard(returnPath: ReturnPath): Promise<void> {
  const query =
    returnPath === paths.update
      ? { cancel_path: returnPath, success_path: returnPath }
      : { cancel_path: returnPath, success_path: returnPath };
  await openCardPage((await callApi(setupSession, { query })).url);
}

/** Busy from the click until this page is gone, or until it failed. */
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

export const cardReturnNotice =
  "カード情報のページから戻りました。新しいカードを登録された場合は、まもなく反映されます。";

/** Once: whether the person comes back from the card provider, who does not say with what outcome. */
export function useCardReturn(): boolean {
  const [returned] = useState(() => session.read("cardChange") !== undefined);
  useEffect(() => session.remove("cardChange"), []);
  return returned;
}
