import { useRef } from "react";
import { readKeyFile } from "#web/lib/private-key/read-key-file.ts";

/** The key file chosen last. `read` resolves to its contents in base64, and throws `KeyFileError` as they are told. */
export function useKeyFile(): { choose: (file: File) => void; read: () => Promise<string | undefined> } {
  const chosen = useRef<File>(undefined);
  return {
    choose: (file) => {
      chosen.current = file;
    },
    read: async () => (chosen.current ? readKeyFile(chosen.current) : undefined),
  };
}
