import Typography from "@mui/material/Typography";
import { useRef } from "react";
import type { FieldPath } from "react-hook-form";
import type * as z from "zod/mini";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import {
  ConnectionCheck,
  type TypedCredentials,
} from "#web/components/connection-check/connection-check.tsx";
import { WhereIsIt } from "#web/components/guide/where-is-it.tsx";
import { CustomerFields } from "#web/forms/customer-field.tsx";
import { FileField } from "#web/forms/file-field.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { KeyFileError, readKeyFile } from "#web/lib/private-key/key-file.ts";
import { changedValues, withTyped } from "./draft.ts";
import { voiceProviderOf, voiceProviderUpdateForm } from "./forms.ts";
import { Secret } from "./secret.tsx";
import { TabForm } from "./tab-form.tsx";
import type { TabProps } from "./use-edit-store.ts";
import { type TabSettings, useTab } from "./use-tab.ts";

/** The key file chosen last. `read` resolves to its contents in base64, and throws `KeyFileError` with a sentence for the screen. */
function useKeyFile(): { choose: (file: File) => void; read: () => Promise<string | undefined> } {
  const chosen = useRef<File>(undefined);
  return {
    choose: (file) => {
      chosen.current = file;
    },
    read: async () => (chosen.current ? readKeyFile(chosen.current) : undefined),
  };
}

const neededForCheck = "登録済みのAPIシークレットは読み出せないため、接続を確認するにはご入力が必要です。";

type Input = z.input<typeof voiceProviderUpdateForm>;
type Output = z.output<typeof voiceProviderUpdateForm>;

const isField = (name: string): name is FieldPath<Input> & keyof Input =>
  name in voiceProviderUpdateForm.shape;
const settings: TabSettings<Input> = {
  tab: "voice",
  rules: voiceProviderUpdateForm.shape,
  secrets: { apiSecret: undefined, file: undefined },
  fieldOf: (name) => (name === "privateKey" ? "file" : isField(name) ? name : undefined),
};

/** Tab 2: the customer's own account at the voice provider. */
export function VoiceProviderTab(props: TabProps) {
  const { record, store } = props;
  const form = usePortalForm(
    voiceProviderUpdateForm,
    withTyped(voiceProviderOf(record), store.typedOf("voice")),
  );
  const { control } = form;
  const { save, frame } = useTab(form, settings, props);
  const keyFile = useKeyFile();

  const submit = async ({ apiSecret, file, ...values }: Output): Promise<void> => {
    try {
      const privateKey = file ? await keyFile.read() : undefined;
      await save({
        ...changedValues(values, voiceProviderOf(record)),
        ...(apiSecret && { apiSecret }),
        ...(privateKey && { privateKey }),
      });
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      refuseFile(error.message);
    }
  };
  const refuseFile = (message: string): void => form.setError("file", { message }, { shouldFocus: true });
  /** For the connection check. Stored values are never read back: the customer types the secret for it. */
  const read = async (): Promise<TypedCredentials | undefined> => {
    const { file: _, apiSecret, ...typed } = form.getValues();
    if (!apiSecret) {
      if (apiSecret === undefined) form.setValue("apiSecret", "");
      form.setError("apiSecret", { message: neededForCheck }, { shouldFocus: true });
      return undefined;
    }
    if (!(await form.trigger([...namesIn("voiceProvider"), "apiSecret"], { shouldFocus: true })))
      return undefined;
    const privateKey = await keyFile.read();
    return { ...typed, apiSecret, ...(privateKey && { privateKey }) };
  };
  const secret = { control, name: "apiSecret", label: labels.apiSecret } as const;
  const key = { control, name: "file", label: labels.privateKey } as const;
  const apiSecretField = (
    <Secret {...secret} isSet={record.ApiSecret !== ""}>
      <PasswordField
        {...secret}
        required
        hint="大文字英字、小文字英字、数字を各一つ以上含む8〜25文字です。"
        autoComplete="new-password"
        aside={<WhereIsIt topic="api-secret" of={labels.apiSecret} />}
      />
    </Secret>
  );
  return (
    <TabForm {...frame} onSubmit={submit}>
      <Typography>
        お客様がご契約中の音声プロバイダー（Vonage）の管理画面に表示されている情報をご入力ください。
      </Typography>
      <CustomerFields control={control} names={namesIn("voiceProvider")} after={{ apiKey: apiSecretField }} />
      <Secret {...key} isSet={record.PrivateKey !== ""}>
        <FileField
          {...key}
          required
          hint="拡張子が .key のファイルを選択してください。"
          accept=".key"
          aside={<WhereIsIt topic="private-key" of={labels.privateKey} />}
          onChoose={keyFile.choose}
        />
      </Secret>
      <ConnectionCheck form={form} read={read} refuseFile={refuseFile} />
    </TabForm>
  );
}
