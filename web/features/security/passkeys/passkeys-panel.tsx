import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Passkey } from "#shared/endpoints.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useAddPasskey } from "#web/components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useKeptFocus } from "#web/forms/form.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { forgetPasskeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { deletePasskey } from "#web/lib/identity/passkeys/passkeys.ts";
import { isPasskeyBrowser } from "#web/lib/sign-in-methods.ts";
import { useSignInMethods } from "#web/lib/use-sign-in-methods.ts";
import { LoadingAction, lineSkeleton, SettingRow, type SettingRowProps } from "../setting-row.tsx";
import { PasskeyList, passkeyName } from "./passkey-list.tsx";

/** The customer's passkeys, and an end to each. `confirmPassword` is asked before. */
export function usePasskeys(confirmPassword: () => Promise<boolean>) {
  const query = useSignInMethods(({ passkeys }) => passkeys);
  /** Resolves to whether it was removed; false when the customer cancels. */
  const removal = useMutation({
    mutationFn: async ({ id }: Passkey) => {
      if (!(await confirmPassword())) return false;
      await deletePasskey(id);
      if (query.data?.length === 1) forgetPasskeyLoginId();
      return true;
    },
    // Also after a failure: the answer alone may be lost.
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: ["activity"] });
      await query.refetch();
    },
  });
  useKeptFocus(removal.isPending);
  return {
    query,
    removal,
    removalFailure: failureSentence(removal.error, "パスキーを削除できませんでした。"),
  };
}

/** The row without what it needs to know: `PasskeysPanel` fills it. */
export const PasskeysRow = (row: Pick<SettingRowProps, "action" | "headingRef" | "children">) => (
  <SettingRow
    id="passkeys"
    title="パスキー"
    text="指紋や顔認証、画面ロックなど、端末の認証でログインできます。パスワードと認証アプリの入力は不要です。"
    {...row}
  />
);

/** Passkeys: the ones there are, another one, and an end to one. Adding and removing want a recent password. */
export function PasskeysPanel() {
  const { confirmPassword, dialog } = useRecentPassword();
  const { query, removal, removalFailure } = usePasskeys(confirmPassword);
  const { addition, failure } = useAddPasskey(confirmPassword);
  const [chosen, setChosen] = useState<Passkey>();
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const saying = (sentence: string) => ({
    onSuccess: (isDone: boolean): void => {
      if (!isDone) return;
      setDone(sentence);
      // The focused button may be gone.
      heading.current?.focus();
    },
  });
  const add = (): void => {
    setDone(undefined);
    addition.mutate(undefined, saying("パスキーを追加しました。次回からパスキーでログインできます。"));
  };
  const remove = (passkey: Passkey): void => {
    setChosen(undefined);
    setDone(undefined);
    removal.mutate(passkey, saying("パスキーを削除しました。"));
  };
  const button = isPasskeyBrowser() && (
    <Button variant="outlined" loading={addition.isPending} onClick={add}>
      パスキーを追加する
    </Button>
  );
  return (
    <PasskeysRow
      headingRef={heading}
      action={query.isPending ? <LoadingAction label="パスキーを確認しています" /> : button}
    >
      {dialog}
      {done !== undefined && <Notice severity="success">{done}</Notice>}
      <OutcomeSnackbar>{failure ?? removalFailure}</OutcomeSnackbar>
      <LoadedSection
        query={query}
        name="パスキー"
        skeleton={lineSkeleton}
        empty="追加したパスキーはありません。"
      >
        {(passkeys) => <PasskeyList passkeys={passkeys} pending={removal.isPending} onRemove={setChosen} />}
      </LoadedSection>
      {!button && (
        <Typography color="textSecondary">お使いのブラウザーは、パスキーに対応していません。</Typography>
      )}
      {chosen && query.data && (
        <ConfirmDialog
          title={`${passkeyName(query.data, chosen)}を削除しますか？`}
          cancelLabel="キャンセル"
          confirmLabel="削除する"
          onCancel={() => setChosen(undefined)}
          onConfirm={() => remove(chosen)}
        >
          このパスキーではログインできなくなります。端末に残っているパスキーは、端末の設定から削除してください。
        </ConfirmDialog>
      )}
    </PasskeysRow>
  );
}
