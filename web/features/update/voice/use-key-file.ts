import { useRef } from "react";
import { KeyFileError, maxKeyFileBytes, readKeyFile } from "../../../lib/read-key-file.ts";

const sentences = {
  empty: "選択したファイルの中身が空です。秘密鍵ファイルをもう一度ご確認ください。",
  tooLarge: "ファイルが大きすぎます。秘密鍵ファイルをもう一度ご確認ください。",
} as const;

async function contentsOf(file: File): Promise<string> {
  if (file.size > maxKeyFileBytes) throw new KeyFileError(sentences.tooLarge);
  const privateKey = await readKeyFile(file);
  if (privateKey === "") throw new KeyFileError(sentences.empty);
  return privateKey;
}

/** The key file chosen last. `read` resolves to its contents in base64, and throws `KeyFileError` as they are told. */
export function useKeyFile(): { choose: (file: File) => void; read: () => Promise<string | undefined> } {
  const chosen = useRef<File>(undefined);
  return {
    choose: (file) => {
      chosen.current = file;
    },
    read: async () => (chosen.current ? contentsOf(chosen.current) : undefined),
  };
}
