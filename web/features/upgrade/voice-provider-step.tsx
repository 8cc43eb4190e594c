import { useNavigate } from "react-router-dom";
import { voiceProviderForm } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { paths } from "#shared/site/paths.ts";
import { ConnectionCheck } from "#web/components/connection-check/connection-check.tsx";
import { StepForm } from "#web/flow/step-form.tsx";
import { CustomerFields } from "#web/forms/customer-field.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import {
  ApiSecretField,
  aboutVoiceProvider,
  KeyFileField,
  secretHints,
} from "#web/forms/voice-provider-fields.tsx";
import { KeyRefusalMessage, sentenceOf, useCheckVoiceProvider } from "./check-voice-provider.tsx";
import { type UpgradeStepProps, type VoiceProviderSecrets, withoutSecrets } from "./upgrade-draft.ts";

/** Returns the hints of the two fields that are not stored. */
function hintsFor({ store: { draft }, secrets }: UpgradeStepProps): { apiSecret: string; file: string } {
  const { file, ...others } = draft.voiceProvider;
  if (secrets || (file === "" && Object.values(others).every((text) => text === "")))
    return {
      apiSecret: `${secretHints.apiSecret}ブラウザーには保存されません。`,
      file: `${secretHints.file}内容はブラウザーに保存されません。`,
    };
  return {
    apiSecret: "安全のためブラウザーに保存していません。お手数ですが、もう一度入力してください。",
    file: `安全のためブラウザーに保存していません。お手数ですが、${file ? `「${file}」を` : ""}もう一度選択してください。`,
  };
}

/** Step 0: the customer's Vonage account. */
export function VoiceProviderStep(
  props: UpgradeStepProps & { onSecrets: (secrets: VoiceProviderSecrets) => void },
) {
  const { store, secrets, onSecrets } = props;
  const navigate = useNavigate();
  const form = usePortalForm(voiceProviderForm, {
    ...store.draft.voiceProvider,
    apiSecret: secrets?.apiSecret ?? "",
    file: secrets?.fileName ?? "",
  });
  const refuse = (field: "apiKey" | "file", message: string): void =>
    form.setError(field, { message }, { shouldFocus: true });
  const { failure, refusal, submit, choose, readKey } = useCheckVoiceProvider(props, onSecrets, refuse);
  useTyped(form, (values) =>
    store.saveWithoutRender((draft) => ({
      ...draft,
      voiceProvider: withoutSecrets({ ...values, file: values.file || draft.voiceProvider.file }),
    })),
  );
  const hints = hintsFor(props);
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
      {aboutVoiceProvider}
      <CustomerFields
        names={namesIn("voiceProvider")}
        errors={{
          apiKey: (message) =>
            refusal && message === sentenceOf(refusal) ? <KeyRefusalMessage {...refusal} /> : message,
        }}
        after={{ apiKey: <ApiSecretField hint={hints.apiSecret} /> }}
      />
      <KeyFileField hint={hints.file} onChoose={choose} />
      <ConnectionCheck readKey={readKey} />
    </StepForm>
  );
}
