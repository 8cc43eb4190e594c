import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { foldWidth } from "#shared/normalize.ts";
import { accountForm } from "#shared/password-forms.ts";
import { paths } from "#shared/site/paths.ts";
import { SendCode } from "#web/flow/send-code.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { NewPasswordFields } from "#web/forms/new-password-fields.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { recallPassword } from "#web/lib/identity/password/pending-password.ts";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useCreateAccount } from "./create-account.ts";
import { hasLapsed, type SignUpStepProps, typedOf, withTypedFields } from "./wizard-draft.ts";

/** Shown for a login ID in use, which may be the customer's own if the response of an earlier attempt was lost. */
function TakenLoginId() {
  return (
    <OutcomeSnackbar severity="info">
      ログインIDをご自身で登録された場合は、<TextLink to={paths.signIn}>ログイン</TextLink>
      すると登録の続きから再開できます。それ以外の場合は、別のログインIDを入力してください。
    </OutcomeSnackbar>
  );
}

/** Step 4: login ID, password and e-mail address. The password is never stored. */
export function AccountStep({ store, moves }: SignUpStepProps) {
  const { loginId, email } = typedOf(store.draft);
  // Returning to correct the address keeps the password.
  const [password] = useState(() => recallPassword(loginId) ?? "");
  const form = usePortalForm(accountForm, { loginId, email, password, confirmPassword: password });
  const { saveWithoutRender } = store;
  const { taken, send } = useCreateAccount(store);
  useEffect(prepareIdentity, []);
  useTyped(form, ({ loginId, email }) =>
    saveWithoutRender((current) => withTypedFields(current, { loginId, email })),
  );
  return (
    <SendCode form={form} send={send} onSent={moves.next} onBack={moves.back}>
      {hasLapsed(store.draft, Date.now()) && (
        <AlertBox severity="info">
          前回の認証コードの送信から{limits.unconfirmedHours}
          時間が過ぎたため、無効になりました。パスワードを入力して「認証コードを送信」を押すと、新しい認証コードをお送りします。
        </AlertBox>
      )}
      <Typography>
        ログインに使用する情報を入力してください。ご入力のメールアドレスに認証コードをお送りします。
      </Typography>
      <FormField
        name="loginId"
        label={labels.loginId}
        required
        hint="半角英数字で入力してください。記号は使えません。"
        autoComplete="username"
        inputMode="email"
        maxLength={limits.loginIdMaxLength}
        format={foldWidth}
        related={["password"]}
      />
      <NewPasswordFields name="password" />
      <CustomerField name="email" />
      {taken && <TakenLoginId />}
    </SendCode>
  );
}
