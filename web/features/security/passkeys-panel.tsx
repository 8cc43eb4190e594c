import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import type { Passkey } from "#shared/endpoints.ts";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { useAddPasskey } from "#web/components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { formatTime } from "#web/lib/format-day.ts";
import { forgetPasskeyLoginId, passkeyLoginId } from "#web/lib/identity/passkeys/login-id.ts";
import { deletePasskey } from "#web/lib/identity/passkeys/passkeys.ts";
import { isPasskeyBrowser, syncSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { useSignInMethods } from "#web/lib/queries/use-sign-in-methods.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { LoadingAction, lineSkeleton, SettingRow, type SettingRowProps } from "./setting-row.tsx";

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  pending: boolean;
  onRemove: (passkey: Passkey) => void;
}

function Dates({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <>
      <Sentence>{`追加日時：${formatTime(createdAt)}`}</Sentence>
      <br />
      <Sentence>
        {lastUsedAt === undefined ? "まだ使われていません" : `最後の利用：${formatTime(lastUsedAt)}`}
      </Sentence>
    </>
  );
}

/** Returns Cognito's name of the passkey with a number, because the names are often equal. */
const nameOf = ({ name }: Passkey, index: number): string =>
  `${name.replace(/^Passkey$/, "パスキー") || "パスキー"} ${index + 1}`;

function PasskeyList({ passkeys, pending, onRemove }: PasskeyListProps) {
  return (
    <Paper component={List} variant="outlined" disablePadding>
      {passkeys.map((passkey, index) => {
        const name = nameOf(passkey, index);
        return (
          <ListItem key={passkey.id} divider={index < passkeys.length - 1}>
            <ListItemText primary={name} secondary={<Dates passkey={passkey} />} />
            <ConfirmButton
              label="削除"
              button={{ size: "small", disabled: pending, "aria-label": `${name}を削除` }}
              title={`${name}を削除しますか？`}
              confirmLabel="削除する"
              onConfirm={() => onRemove(passkey)}
            >
              このパスキーではログインできなくなります。端末に残っているパスキーは、端末の設定から削除してください。
            </ConfirmButton>
          </ListItem>
        );
      })}
    </Paper>
  );
}

/**
 * The placeholder of the list: a line for most customers, who have no passkey, or an entry if this browser
 * has used a passkey.
 */
export const PasskeysSkeleton = () =>
  passkeyLoginId() === undefined ? (
    lineSkeleton
  ) : (
    <Paper variant="outlined">
      <ListItem component="div">
        <ListItemText
          primary={<Skeleton width="8rem" />}
          secondary={
            <>
              <Skeleton width="14rem" />
              <Skeleton width="14rem" />
            </>
          }
        />
      </ListItem>
    </Paper>
  );

/** The row without loaded data, which `PasskeysPanel` fills. */
export const PasskeysRow = (row: Pick<SettingRowProps, "action" | "headingRef" | "children">) => (
  <SettingRow
    id="passkeys"
    title="パスキー"
    text="指紋や顔認証、画面ロックなど、端末の認証でログインできます。パスワードや認証コードの入力は不要です。"
    {...row}
  />
);

/** Lists, adds and deletes passkeys. Adding and deleting need a recent password. */
export function PasskeysPanel() {
  const { confirmPassword, dialog } = useRecentPassword();
  const query = useSignInMethods(({ passkeys }) => passkeys);
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const report = (sentence: string): void => {
    setDone(sentence);
    // The focused button may have disappeared.
    heading.current?.focus();
  };
  const addition = useAddPasskey(confirmPassword, () =>
    report("パスキーを追加しました。次回からパスキーでログインできます。"),
  );
  const removal = useCall(
    async ({ id }: Passkey) => {
      if (!(await confirmPassword())) return false;
      await deletePasskey(id);
      if (query.data?.length === 1) forgetPasskeyLoginId();
      return true;
    },
    {
      complaint: "パスキーを削除できませんでした。",
      onSettled: syncSignInMethods,
    },
  );
  const add = (): void => {
    setDone(undefined);
    void addition.call();
  };
  const remove = async (passkey: Passkey): Promise<void> => {
    setDone(undefined);
    if (await removal.call(passkey)) report("パスキーを削除しました。");
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
      {done !== undefined && <AlertBox severity="success">{done}</AlertBox>}
      <OutcomeSnackbar>{addition.failure ?? removal.failure}</OutcomeSnackbar>
      <LoadedSection
        query={query}
        name="パスキー"
        skeleton={<PasskeysSkeleton />}
        empty="追加したパスキーはありません。"
      >
        {(passkeys) => (
          <PasskeyList
            passkeys={passkeys}
            pending={removal.isPending}
            onRemove={(passkey) => void remove(passkey)}
          />
        )}
      </LoadedSection>
      {!button && (
        <Typography variant="body2" color="textSecondary">
          お使いのブラウザーは、パスキーに対応していません。
        </Typography>
      )}
    </PasskeysRow>
  );
}
