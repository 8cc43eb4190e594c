import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import { draftPath } from "#web/flow/draft.ts";
import { Page } from "#web/layout/page.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { readNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { hasJustChanged } from "#web/lib/net/last-change.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { LostDrawing } from "#web/ui/drawing.tsx";
import { Sentence } from "#web/ui/sentence.tsx";

const hasCustomer = (): boolean => tabStorage.read("loginId") !== undefined;

interface ErrorPageProps {
  /** The error of a broken screen. The buttons then load a new document, because this one may stay broken. */
  error?: unknown;
  title?: string;
  /** The reason for the page without an error. */
  reason?: string;
}

/** /error, unknown paths, and errors of screens. Leads back to a draft, if there is one. */
export function ErrorPage({ error, title = "エラーが発生しました", reason }: ErrorPageProps) {
  const isBroken = error !== undefined;
  // Read once, so that the page does not change.
  const [hasChanged] = useState(() => isBroken && hasJustChanged());
  const navigate = useNavigate();
  const { pathname, ...location } = useLocation();
  const state = readNavigationState(location.state);
  const sentences = isBroken ? reasonFor(error) : (reason ?? state.reason);
  const resume = isBroken ? draftPath(pathname) : (state.resume ?? draftPath());
  const isDraft = resume !== undefined && draftPath(resume) === resume;
  // A failed user call ends the session after this page is rendered.
  const isSignedIn = useSyncExternalStore(session.onEnd, hasCustomer, () => false);
  const go = (path: Path): void => (isBroken ? window.location.assign(path) : void navigate(path));
  return (
    <Page header="logo" title={title} width="narrow" mark={<LostDrawing />}>
      <Stack spacing={1.5}>
        {sentences !== undefined && (
          <Typography>
            <Sentence>{sentences}</Sentence>
          </Typography>
        )}
        {hasChanged && (
          <Typography>
            <Sentence>{failureMessages.changedButNotShown}</Sentence>
          </Typography>
        )}
        {isDraft ? (
          <Typography>
            入力した内容は保存されています。「入力を続ける」を押すと、元の画面に戻ります。
          </Typography>
        ) : (
          // A reason contains the next step, and so does a change that was saved: decision 46.
          !hasChanged && state.reason === undefined && <Typography>{failureMessages.startAgain}</Typography>
        )}
        <Typography>
          <Sentence>解決しない場合は、お問い合わせください。</Sentence>
        </Typography>
        {state.requestId !== undefined && (
          <Typography variant="body2" color="text.secondary">
            お問い合わせの際は、次の番号をお知らせください。
            <br />
            エラー番号：<span translate="no">{state.requestId}</span>
          </Typography>
        )}
      </Stack>
      <Stack direction="row" spacing={1.5} useFlexGap>
        {resume && (
          <Button onClick={() => go(resume)}>
            <span>{isDraft ? "入力を続ける" : "元の画面に戻る"}</span>
          </Button>
        )}
        <Button
          variant={resume ? "outlined" : "contained"}
          onClick={() => go(isSignedIn ? paths.menu : paths.signIn)}
        >
          <span>{isSignedIn ? "メニューへ" : "ログイン画面へ"}</span>
        </Button>
      </Stack>
    </Page>
  );
}
