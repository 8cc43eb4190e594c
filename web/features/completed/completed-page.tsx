import Typography from "@mui/material/Typography";
import type { ComponentProps, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { CompletedOnly, CompletionPage } from "#web/layout/completion-page.tsx";
import { Sentence } from "#web/ui/sentence.tsx";

type Completion = Omit<ComponentProps<typeof CompletionPage>, "children"> & {
  text: ReactNode;
  /** The target of visitors who have not completed the action. */
  otherwise?: Path;
};

const signInAgain = { header: "logo", actionLabel: "ログイン", actionPath: paths.signIn } as const;
const backToUpdate = {
  header: "signed-in",
  actionLabel: "ご登録情報の変更に戻る",
  actionPath: paths.update,
  otherwise: paths.update,
} as const;

/** Completion screens with one text and one button. */
const completions: Partial<Record<Path, Completion>> = {
  /** Shown after a password change and after a reset. */
  [paths.passwordChangeComplete]: {
    ...signInAgain,
    title: "パスワードの変更が完了しました",
    text: "新しいパスワードで、もう一度ログインしてください。",
  },
  [paths.passwordResetComplete]: {
    ...signInAgain,
    title: "パスワードの再設定が完了しました",
    text: "新しいパスワードでログインしてください。",
  },
  [paths.emailChangeComplete]: {
    ...backToUpdate,
    title: "メールアドレスを変更しました",
    text: "メールアドレスの変更が完了しました。今後のお知らせは、新しいメールアドレスにお送りします。",
  },
  [paths.phoneChangeComplete]: {
    ...backToUpdate,
    title: "電話番号を変更しました",
    text: "ご担当者の携帯電話番号の変更が完了しました。今後のSMSは、新しい番号にお送りします。",
  },
  /** Shown after the end of the session. */
  [paths.leaveComplete]: {
    header: "logo",
    title: "退会の手続きが完了しました",
    actionLabel: "ログイン画面へ",
    actionPath: paths.signIn,
    text: (
      <>
        <Typography>これまでご利用いただき、誠にありがとうございました。</Typography>
        <Typography>
          ご登録のメールアドレスに、確認のメールをお送りしました。お預かりしているデータは、30日後に消去いたします。
        </Typography>
        <Typography>
          <Sentence>それまでに取り消しをご希望の場合は、お問い合わせください。</Sentence>
        </Typography>
      </>
    ),
  },
};

const isPath = (pathname: string): pathname is Path => pathname in completions;

export default function CompletedPage() {
  const { pathname } = useLocation();
  const completion = isPath(pathname) ? completions[pathname] : undefined;
  if (!completion) return null;
  const { text, otherwise, ...page } = completion;
  return (
    <CompletedOnly {...(otherwise && { otherwise })}>
      <CompletionPage {...page}>
        {typeof text === "string" ? <Typography>{text}</Typography> : text}
      </CompletionPage>
    </CompletedOnly>
  );
}
