import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { voiceProviderForm } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import {
  ConnectionCheck,
  type TypedCredentials,
} from "#web/components/connection-check/connection-check.tsx";
import { WhereIsIt } from "#web/components/guide/where-is-it.tsx";
import { StepForm } from "#web/flow/step-form.tsx";
import { CustomerFields } from "#web/forms/customer-field.tsx";
import { FileField } from "#web/forms/file-field.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { paths } from "#web/routes/paths.ts";
import { KeyRefusalMessage, sentenceOf, useCheckVoiceProvider } from "./check-voice-provider.tsx";
import { type Credentials, type StepProps, voiceProviderOf } from "./draft.ts";

/** The hints beside the two fields that no storage keeps. */
function hintsFor({ store: { draft }, credentials }: StepProps): { apiSecret: string; file: string } {
  const { file, ...others } = draft.voiceProvider;
  if (credentials || (file === "" && Object.values(others).every((text) => text === "")))
    return {
      apiSecret: "大文字英字、小文字英字、数字を各一つ以上含む8〜25文字です。ブラウザーには保存されません。",
      file: "拡張子が .key のファイルを選択してください。内容はブラウザーに保存されません。",
    };
  return {
    apiSecret: "安全のためブラウザーに保存していません。お手数ですが、もう一度入力してください。",
    file: `安全のためブラウザーに保存していません。お手数ですが、${file ? `「${file}」を` : ""}もう一度選択してください。`,
  };
}

/** Step 0: the customer's own account at the voice provider. */
export function VoiceProviderStep(props: StepProps & { onCredentials: (credentials: Credentials) => void }) {
  const { store, credentials, onCredentials } = props;
  const navigate = useNavigate();
  const form = usePortalForm(voiceProviderForm, {
    ...store.draft.voiceProvider,
    apiSecret: credentials?.apiSecret ?? "",
    file: credentials?.fileName ?? "",
  });
  const { control } = form;
  const refuse = (field: "apiKey" | "file", message: string): void =>
    form.setError(field, { message }, { shouldFocus: true });
  const { failure, refusal, submit, choose, readKey } = useCheckVoiceProvider(props, onCredentials, refuse);
  useTyped(form, (values) =>
    store.keep((draft) => ({
      ...draft,
      voiceProvider: voiceProviderOf({ ...values, file: values.file || draft.voiceProvider.file }),
    })),
  );
  const hints = hintsFor(props);
  /** For the connection check. */
  const read = async (): Promise<TypedCredentials | undefined> => {
    if (!(await form.trigger([...namesIn("voiceProvider"), "apiSecret"], { shouldFocus: true }))) return;
    const { file: _, ...typed } = form.getValues();
    const privateKey = await readKey();
    return { ...typed, ...(privateKey !== "" && { privateKey }) };
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="next"
      submitLabel="次へ"
      onBack={() => navigate(paths.menu)}
      backLabel="キャンセル"
      connectionFailure={failure}
    >
      <Typography>
        お客様がご契約中の音声プロバイダー（Vonage）の管理画面に表示されている情報をご入力ください。
      </Typography>
      <CustomerFields
        control={control}
        names={namesIn("voiceProvider")}
        errors={{
          apiKey: (message) =>
            refusal && message === sentenceOf(refusal) ? <KeyRefusalMessage {...refusal} /> : message,
        }}
        after={{
          apiKey: (
            <PasswordField
              control={control}
              name="apiSecret"
              label={labels.apiSecret}
              required
              hint={hints.apiSecret}
              autoComplete="new-password"
              aside={<WhereIsIt topic="api-secret" of={labels.apiSecret} />}
            />
          ),
        }}
      />
      <FileField
        control={control}
        name="file"
        label={labels.privateKey}
        required
        hint={hints.file}
        accept=".key"
        aside={<WhereIsIt topic="private-key" of={labels.privateKey} />}
        onChoose={choose}
      />
      <ConnectionCheck form={form} read={read} refuseFile={(message) => refuse("file", message)} />
    </StepForm>
  );
}
