import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useKeptFocus } from "../../components/form/use-kept-focus.ts";
import { useFailureNotice } from "../../lib/api/use-failure-notice.ts";
import {
  forgetBrowsers,
  listTrustedBrowsers,
  type TrustedBrowser,
} from "../../lib/identity/trusted-browsers.ts";

/** The trusted browsers as Cognito knows them, and an end to that trust. */
export function useTrustedBrowsers() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["trusted-browsers"],
    queryFn: listTrustedBrowsers,
    retry: false,
  });
  const { failure, fail, forget: forgetFailure } = useFailureNotice();
  const [pending, setPending] = useState(false);
  useKeptFocus(pending);
  useEffect(() => {
    if (error) fail("信頼したブラウザーを読み込めませんでした。", error);
  }, [error, fail]);

  /** Whether it worked. */
  const forget = async (browsers: readonly TrustedBrowser[]): Promise<boolean> => {
    forgetFailure();
    setPending(true);
    try {
      await forgetBrowsers(browsers);
      return true;
    } catch (cause) {
      fail("信頼を解除できませんでした。", cause);
      return false;
    } finally {
      // Also after a failure: some may be forgotten, or the answer alone was lost.
      await refetch();
      setPending(false);
    }
  };
  return {
    browsers: data,
    isLost: error !== null && !isFetching,
    pending,
    failure,
    forget,
    reload: () => {
      forgetFailure();
      void refetch();
    },
  };
}
