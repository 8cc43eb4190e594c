import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { subscription } from "#shared/endpoints.ts";
import { ApiError, callApi } from "#web/lib/api/api-client.ts";
import { isConnectionFailure } from "#web/lib/api/failure.ts";
import { session } from "#web/lib/session.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { type Path, paths } from "#web/routes/paths.ts";
import { completeUpgrade } from "./draft.ts";

/** The query's uuid must be the stored one. A mismatched or missing one removes what is stored (specification section 4). */
export function isOwnReturn(uuid: string | null): boolean {
  const stored = session.read("uuid");
  if (uuid && uuid === stored) return true;
  session.remove("uuid");
  return false;
}

const mostAsks = 16;
/** After more failures than this, the screen says that the server fails. */
const mostServerFailures = 3;

/** The provider has not settled the payment yet. */
const isSettling = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
const isServerFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429);

/** For `useMutation`: asks every two seconds until the payment is settled, for at most 30 seconds. */
export function newSettlement() {
  let serverFailures = 0;
  const isCured = (error: unknown): boolean => {
    if (!isServerFailure(error)) return isSettling(error);
    serverFailures += 1;
    return serverFailures < mostServerFailures;
  };
  return {
    mutationFn: async () => (await callApi(subscription, { body: { mode: "card" } })).result,
    /** Asked once about each failure. `failures`: before this one. */
    retry: (failures: number, error: unknown): boolean => isCured(error) && failures + 1 < mostAsks,
    retryDelay: 2_000,
  };
}

/** `later`: it completes without this page; `unanswered`: there was no connection. */
export type Settling = "checking" | "waiting" | "later" | "unanswered";

const unpaid = "お支払いが完了していません。もう一度お試しいただくか、別のお支払い方法をお選びください。";
const failedAfterPayment =
  "お支払いの確認中にエラーが発生しました。お支払いがお済みの場合、アップグレードは自動で完了します。もう一度お支払いいただく必要はありません。";

/** 403: paid twice, and the second payment is undone; or another customer's payment. */
const refused =
  "このお支払いではアップグレードできませんでした。すでにスタンダードプランをご利用の場合、重複したお支払いは取り消されます。";

const reasonFor = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return refused;
  return isServerFailure(error) ? failedAfterPayment : undefined;
};

const isShownHere = (error: unknown): boolean => isConnectionFailure(error) || isSettling(error);

/** `explain` handles these errors here, instead of the general policy for failed calls. */
const isExplained = (error: unknown): boolean =>
  isShownHere(error) || reasonFor(error) !== undefined || (error instanceof ApiError && error.status === 402);

/** Begun from /contract, after a contract that is over. */
const isSecondContract = (): boolean => session.read("plan") === "suspended";

type Destination = [Path, NavigationState];
const upgradeCompleted: Destination = [paths.upgradeComplete, { completed: true }];
const contractResumed: Destination = [
  paths.contract,
  { notice: "スタンダードプランのご契約を再開しました。" },
];

/** Has the card payment counted, and goes where its outcome leads. */
export function useSettlePayment(isOwn: boolean): { settling: Settling; settle: () => void } {
  const navigate = useNavigate();
  const explain = (error: unknown): void => {
    const reason = reasonFor(error);
    if (isShownHere(error)) return;
    if (error instanceof ApiError && error.status === 402) {
      session.remove("uuid");
      const begun = isSecondContract() ? paths.contract : paths.upgrade;
      navigate(begun, { replace: true, state: { step: 2, notice: unpaid } });
    } else if (reason) navigate(paths.error, { replace: true, state: { reason } });
  };
  const [settlement] = useState(newSettlement);
  const { mutate, error, failureCount } = useMutation({
    ...settlement,
    onSuccess: (purchased) => {
      const [done, state] = isSecondContract() ? contractResumed : upgradeCompleted;
      completeUpgrade(purchased);
      return navigate(done, { replace: true, state });
    },
    onError: explain,
    meta: { failure: (failed) => (isExplained(failed) ? "stay" : "error-page") },
  });
  const started = useRef(false);
  useEffect(() => {
    if (!isOwn || started.current) return;
    started.current = true;
    mutate();
  }, [isOwn, mutate]);
  const underWay = failureCount === 0 ? "checking" : "waiting";
  const stopped = isSettling(error) ? "later" : "unanswered";
  return { settling: isShownHere(error) ? stopped : underWay, settle: () => mutate() };
}
