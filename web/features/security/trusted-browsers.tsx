import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import { useRef } from "react";
import type { SignInMethods } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { formatTime } from "#web/lib/format-day.ts";
import { distrustBrowsers } from "#web/lib/identity/challenges/trusted-browsers.ts";
import { useSignInMethods } from "#web/lib/queries/use-sign-in-methods.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { lineSkeleton, SettingRow } from "./setting-row.tsx";

type TrustedBrowser = SignInMethods["browsers"][number] & { isThisOne: boolean };

interface BrowserListProps {
  browsers: readonly TrustedBrowser[];
  pending: boolean;
  onForget: (browsers: readonly TrustedBrowser[]) => void;
}

const question = {
  confirmLabel: "解除する",
  children: "次にログインするときから、認証アプリの認証コードの入力が必要になります。",
} as const;

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
                  <Sentence>{`最後のログイン：${formatTime(browser.lastUsedAt)}`}</Sentence>
                )
              }
            />
            <ConfirmButton
              {...question}
              label="解除"
              title={`${browser.name}の信頼を解除しますか？`}
              button={{ size: "small", disabled: pending, "aria-label": `${browser.name}の信頼を解除` }}
              onConfirm={() => onForget([browser])}
            />
          </ListItem>
        ))}
      </Paper>
      {browsers.length > 1 && (
        <ConfirmButton
          {...question}
          label="すべての信頼を解除"
          title={`${browsers.length}件のブラウザーの信頼をすべて解除しますか？`}
          button={{ loading: pending }}
          onConfirm={() => onForget(browsers)}
        />
      )}
    </>
  );
}

/** The trusted browsers, whose sign-ins need no code. The customer can end the trust of one or all. */
export function TrustedBrowsers() {
  const query = useSignInMethods(({ browsers, thisBrowser }): TrustedBrowser[] =>
    browsers.map((browser) => ({ ...browser, isThisOne: browser.id === thisBrowser })),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const { call, isPending, data, failure } = useCall(
    async (chosen: readonly TrustedBrowser[]) => {
      await distrustBrowsers(chosen.map(({ id }) => id));
      return true;
    },
    {
      complaint: "信頼を解除できませんでした。",
      onSettled: async () => {
        await query.refetch();
        // The focused button has disappeared.
        heading.current?.focus();
      },
    },
  );
  return (
    <SettingRow
      id="trusted-browsers"
      title="信頼済みのブラウザー"
      headingRef={heading}
      text={`ログイン時に「このブラウザーを信頼する」を選んだブラウザーでは、認証アプリの認証コードの入力を省略します。${limits.trustedBrowserDays}日間ログインがなかったブラウザーの信頼は、自動的に解除されます。`}
    >
      {data && (
        <AlertBox severity="success">信頼を解除しました。次回のログインから認証コードが必要です。</AlertBox>
      )}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <LoadedSection
        query={query}
        name="信頼済みのブラウザー"
        skeleton={lineSkeleton}
        empty="信頼済みのブラウザーはありません。"
      >
        {(browsers) => (
          <BrowserList browsers={browsers} pending={isPending} onForget={(chosen) => void call(chosen)} />
        )}
      </LoadedSection>
    </SettingRow>
  );
}
