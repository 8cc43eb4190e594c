import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type BodyOf, licenceKey } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useKeptFocus } from "#web/forms/form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";

type Operation = BodyOf<typeof licenceKey>["operation"];

const complaints = {
  reveal: "ライセンスキーを表示できませんでした。",
  resend: "ライセンスキーを送信できませんでした。",
  reissue: "ライセンスキーを再発行できませんでした。",
} as const;

const mutationKey = ["licence-key"];

/** The key in clear, for as long as the screen is there and the person wants to see it, and what may be done with it. */
export function useLicenceKey() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const [key, setKey] = useState<string>();
  /** Resolves to what was done, if the person did not think better of it. */
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationKey,
    mutationFn: async (operation: Operation) => {
      const answer = await withRecentPassword(() => callApi(licenceKey, { body: { operation } }));
      if (answer === "cancelled") return undefined;
      // After `reissue` there is none: the one that was shown counts no more.
      if (operation !== "resend") setKey(answer.result.licenceKey);
      return operation;
    },
  });
  useKeptFocus(isPending);
  return {
    key,
    hide: () => setKey(undefined),
    order: (operation: Operation): void => {
      if (!isUnderWay(mutationKey)) mutate(operation);
    },
    pending: isPending ? variables : undefined,
    done: data,
    failure: failureSentence(error, complaints[variables ?? "reveal"]),
    dialog,
  };
}
