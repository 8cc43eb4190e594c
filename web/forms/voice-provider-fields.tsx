/** The fields of the secrets of the customer's Vonage account. Their values are never read back. */
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { labels } from "#shared/labels.ts";
import { readKeyFile } from "#web/lib/private-key/key-file.ts";
import { FileField } from "./file-field.tsx";
import { WhereIsIt } from "./guide/where-is-it.tsx";
import { SecretField } from "./password-field.tsx";
import { RequiredNote } from "./required-note.tsx";

export const aboutVoiceProvider = (
  <>
    <Typography>お客様がご契約中のVonageの管理画面に表示されている情報を入力してください。</Typography>
    <RequiredNote />
  </>
);

export const secretHints = {
  apiSecret: "大文字英字、小文字英字、数字をそれぞれ1つ以上含む8〜25文字です。",
  file: "拡張子が .key のファイルを選択してください。",
} as const;

export const ApiSecretField = ({ hint = secretHints.apiSecret }: { hint?: string }) => (
  <SecretField
    name="apiSecret"
    label={labels.apiSecret}
    required
    hint={hint}
    aside={<WhereIsIt topic="api-secret" label={labels.apiSecret} />}
  />
);

interface KeyFileFieldProps {
  hint?: string;
  onChoose: (file: File) => void;
}

export const KeyFileField = ({ hint = secretHints.file, onChoose }: KeyFileFieldProps) => (
  <FileField
    name="file"
    label={labels.privateKey}
    required
    hint={hint}
    accept=".key"
    aside={<WhereIsIt topic="private-key" label={labels.privateKey} />}
    onChoose={onChoose}
  />
);

/**
 * Returns the key file that was chosen last, read at once: a browser does not read a file that has changed
 * since. `read` returns its contents in base64, and throws `KeyFileError` with a message for the screen.
 */
export function useKeyFile() {
  const contents = useRef<Promise<string>>(undefined);
  return {
    choose: (file: File): void => {
      contents.current = readKeyFile(file);
      // `read` reports the error.
      contents.current.catch(() => undefined);
    },
    read: async (): Promise<string | undefined> => contents.current,
  };
}
