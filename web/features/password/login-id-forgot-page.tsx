import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { emailForm } from "#shared/customer/customer.ts";
import { loginIds } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { PathButton } from "#web/ui/path-button.tsx";
import { LostMailbox } from "./lost-access.tsx";

function AskForAddress() {
  const navigate = useNavigate();
  const form = usePortalForm(emailForm, { email: "" });
  const { call, failure } = useCall(
    async (email: string) => {
      await callApi(loginIds, { body: { email } });
      return email;
    },
    {
      complaint: "メールを送信できませんでした。",
      onSuccess: (sentTo) => {
        const state: NavigationState = { sentTo };
        return navigate(paths.loginIdForgot, { state });
      },
    },
  );
  return (
    <Page header="logo" title="ログインIDをお忘れの方" width="narrow">
      <StepForm
        form={form}
        onSubmit={async ({ email }) => void (await call(email))}
        enterKeyHint="send"
        submitLabel="メールを送信"
        connectionFailure={failure}
        onBack={() => void navigate(paths.signIn)}
        backLabel="ログイン画面に戻る"
        footer={<LostMailbox />}
      >
        <Typography>
          ご登録のメールアドレスを入力してください。そのメールアドレスで登録されているログインIDを、メールでお知らせします。
        </Typography>
        <CustomerField name="email" />
      </StepForm>
    </Page>
  );
}

/** The same for every address, so that it does not reveal which addresses have an account. */
function Sent({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <Page header="logo" title="メールをご確認ください" width="narrow">
      <Typography>
        {`${to} で登録されているログインIDがある場合は、このメールアドレスにお知らせしました。`}
      </Typography>
      <Typography>
        数分たっても届かない場合は、迷惑メールのフォルダーと、メールアドレスに誤りがないかをご確認ください。別のメールアドレスで登録されている可能性もあります。
      </Typography>
      <PathButton to={paths.signIn}>ログイン画面へ</PathButton>
      <Button fullWidth variant="outlined" onClick={() => void navigate(paths.loginIdForgot)}>
        別のメールアドレスで確認する
      </Button>
      <LostMailbox />
    </Page>
  );
}

/**
 * /id/forgot: sends a mail with the login IDs of an address. The state is in the browser's history, for a
 * reload and Back.
 */
export default function LoginIdForgotPage() {
  const { sentTo } = useNavigationState();
  return sentTo === undefined ? <AskForAddress /> : <Sent to={sentTo} />;
}
