import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { limits } from "#shared/limits.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { useKeptFocus } from "#web/forms/form.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { formatTime } from "#web/lib/format-day.ts";
import { distrustBrowsers } from "#web/lib/identity/trusted-browsers.ts";
import { useSignInMethods } from "#web/lib/use-sign-in-methods.ts";
import { lineSkeleton, SettingRow } from "./setting-row.tsx";

interface TrustedBrowser {
  id: string;
  name: string;
  lastUsedAt?: string | undefined;
  isThisOne: boolean;
}

/** The trusted browsers as Cognito knows them, and an end to that trust. */
export function useTrustedBrowsers() {
  const query = useSignInMethods(({ browsers, thisBrowser }): TrustedBrowser[] =>
    browsers.map((browser) => ({ ...browser, isThisOne: browser.id === thisBrowser })),
  );
  const forgetting = useMutation({
    mutationFn: (chosen: readonly TrustedBrowser[]) => distrustBrowsers(chosen.map(({ id }) => id)),
    // Also after a failure: some may be forgotten, or the answer alone was lost.
    onSettled: () => query.refetch(),
  });
  useKeptFocus(forgetting.isPending);
  return {
    query,
    forgetting,
    failure: failureSentence(forgetting.error, "信頼を解除できませんでした。"),
  };
}

interface BrowserListProps {
  browsers: readonly TrustedBrowser[];
  pending: boolean;
  onForget: (browsers: readonly TrustedBrowser[]) => void;
}

function BrowserList({ browsers, pending, onForget }: BrowserListProps) {
  return (
    <>
      <Paper component={List} variant="outlined" disablePadding>
        {browsers.map((browser, index) => (
          <ListItem key={browser.id} divider={index < browsers.length - 1}>
            <ListItemText
              primary={browser.isThisOne ? `${browser.name}：このブラウザー` : browser.name}
              secondary={
                browser.lastUsedAt && (
                  <Sentence>{`最後のログイン：${formatTime(new Date(browser.lastUsedAt))}`}</Sentence>
                )
              }
            />
            <Button
              variant="outlined"
              size="small"
              disabled={pending}
              aria-label={`${browser.name}の信頼を解除`}
              onClick={() => onForget([browser])}
            >
              解除
            </Button>
          </ListItem>
        ))}
      </Paper>
      {browsers.length > 1 && (
        <Button variant="outlined" loading={pending} onClick={() => onForget(browsers)}>
          すべての信頼を解除
        </Button>
      )}
    </>
  );
}

const question = (chosen: readonly TrustedBrowser[]): string =>
  chosen.length === 1
    ? `${chosen[0]?.name}の信頼を解除しますか？`
    : `${chosen.length}件のブラウザーの信頼をすべて解除しますか？`;

/** The browsers that need no code: the customer can forget one or all. */
export function TrustedBrowsers() {
  const { query, forgetting, failure } = useTrustedBrowsers();
  const [chosen, setChosen] = useState<readonly TrustedBrowser[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = (): void => {
    setChosen(undefined);
    // The focused button is gone.
    forgetting.mutate(chosen ?? [], { onSettled: () => heading.current?.focus() });
  };
  return (
    <SettingRow
      id="trusted-browsers"
      title="信頼したブラウザー"
      headingRef={heading}
      text={`ログイン時に「このブラウザーを信頼する」を選んだブラウザーでは、認証アプリの認証コードの入力を省略します。${limits.trustedBrowserDays}日間ログインがなかったブラウザーの信頼は、自動的に解除されます。`}
    >
      {forgetting.isSuccess && !chosen && (
        <Notice severity="success">信頼を解除しました。次回のログインから認証コードが必要です。</Notice>
      )}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <LoadedSection
        query={query}
        name="信頼したブラウザー"
        skeleton={lineSkeleton}
        empty="信頼したブラウザーはありません。"
      >
        {(browsers) => (
          <BrowserList browsers={browsers} pending={forgetting.isPending} onForget={setChosen} />
        )}
      </LoadedSection>
      {chosen && (
        <ConfirmDialog
          title={question(chosen)}
          cancelLabel="キャンセル"
          confirmLabel="解除する"
          onCancel={() => setChosen(undefined)}
          onConfirm={confirm}
        >
          次にログインするときから、認証アプリの認証コードの入力が必要になります。
        </ConfirmDialog>
      )}
    </SettingRow>
  );
}
