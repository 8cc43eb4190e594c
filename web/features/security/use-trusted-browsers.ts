import { useMutation, useQuery } from "@tanstack/react-query";
import { useKeptFocus } from "#web/components/form/use-kept-focus.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { forgetBrowsers, listTrustedBrowsers } from "#web/lib/identity/trusted-browsers.ts";

/** The trusted browsers as Cognito knows them, and an end to that trust. */
export function useTrustedBrowsers() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["trusted-browsers"],
    queryFn: listTrustedBrowsers,
    retry: false,
  });
  const forgetting = useMutation({
    mutationFn: forgetBrowsers,
    // Also after a failure: some may be forgotten, or the answer alone was lost.
    onSettled: () => refetch(),
  });
  useKeptFocus(forgetting.isPending);
  return {
    browsers: data,
    isLost: error !== null && !isFetching,
    loadFailure: failureSentence(error, "信頼したブラウザーを読み込めませんでした。"),
    forgetting,
    failure: failureSentence(forgetting.error, "信頼を解除できませんでした。"),
    reload: () => void refetch(),
  };
}
