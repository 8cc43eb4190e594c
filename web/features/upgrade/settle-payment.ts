import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { subscription } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { ApiError, callApi } from "#web/lib/api/api-client.ts";
import type { Destination, FailureAction } from "#web/lib/api/query-client.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { completeUpgrade } from "./upgrade-draft.ts";

/**
 * Returns whether the query's uuid is the stored one. Otherwise the stored one is removed (specification section 4).
 */
export function isOwnReturn(uuid: string | null): boolean {
  const stored = tabStorage.read("uuid");
  if (uuid && uuid === stored) return true;
  tabStorage.remove("uuid");
  return false;
}

const mostAsks = 16;
/** The number of failures after which the screen shows a server error. */
const mostServerFailures = 3;

/** The provider has not settled the payment yet. */
const isSettling = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
const isServerFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429);

/**
 * Returns options of `useMutation` that ask every two seconds whether the payment is settled, for 30 seconds at most.
 */
export function newSettlement() {
  let serverFailures = 0;
  const isCured = (error: unknown): boolean => {
    if (!isServerFailure(error)) return isSettling(error);
    serverFailures += 1;
    return serverFailures < mostServerFailures;
  };
  return {
    mutationFn: async () => (await callApi(subscription, { body: { mode: "card" } })).result,
    /** Called once per failure. `failures`: the number of earlier failures. */
    retry: (failures: number, error: unknown): boolean => isCured(error) && failures + 1 < mostAsks,
    retryDelay: 2_000,
  };
}

/** `later`: the payment is settled without this page. `unanswered`: no response arrived. */
type Settling = "checking" | "waiting" | "later" | "unanswered";

const unpaid = "お支払いが完了していません。もう一度お試しいただくか、別のお支払い方法をお選びください。";
const failedAfterPayment =
  "お支払いの確認中にエラーが発生しました。お支払いがお済みの場合、アップグレードは自動で完了します。もう一度お支払いいただく必要はありません。";

/** 403: the plan was paid twice, and the second payment is undone; or it is another customer's payment. */
const refused =
  "このお支払いではアップグレードできませんでした。すでにスタンダードプランをご利用の場合、重複したお支払いは取り消されます。";

const settlementReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return refused;
  return isServerFailure(error) ? failedAfterPayment : undefined;
};

const isShownHere = (error: unknown): boolean => error instanceof ConnectionError || isSettling(error);

const isUnpaid = (error: unknown): boolean => error instanceof ApiError && error.status === 402;

/** Whether the payment is for a resubscription on /contract, after the end of a contract. */
const isSecondContract = (): boolean => tabStorage.read("plan") === "suspended";

const upgradeCompleted: Destination = {
  to: paths.upgradeComplete,
  state: { completed: true },
  replace: true,
};
const contractResumed: Destination = {
  to: paths.contract,
  state: { message: "スタンダードプランのご契約を再開しました。" },
  replace: true,
};

function destinationOf(error: unknown): FailureAction {
  if (isShownHere(error)) return "stay";
  const reason = settlementReason(error);
  if (reason !== undefined) return { to: paths.error, state: { reason }, replace: true };
  if (!isUnpaid(error)) return "error-page";
  const origin = isSecondContract() ? paths.contract : paths.upgrade;
  return { to: origin, state: { step: 2, message: unpaid }, replace: true };
}

/** Settles the card payment and navigates by its outcome. */
export function useSettlePayment(isOwn: boolean): { settling: Settling; settle: () => void } {
  const navigate = useNavigate();
  const [settlement] = useState(newSettlement);
  const { mutate, error, failureCount } = useMutation({
    ...settlement,
    onSuccess: (purchased) => {
      const { to, ...options } = isSecondContract() ? contractResumed : upgradeCompleted;
      completeUpgrade(purchased);
      return navigate(to, options);
    },
    onError: (failed) => {
      if (isUnpaid(failed)) tabStorage.remove("uuid");
    },
    meta: { failure: destinationOf },
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
