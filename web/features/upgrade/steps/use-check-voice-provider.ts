import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import type { voiceProviderForm } from "#shared/customer/customer.ts";
import { useFailure } from "#web/lib/api/use-failure.ts";
import { KeyFileError, KeyFileUnreadable, readKeyFile } from "#web/lib/private-key/read-key-file.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { type Credentials, withChecked } from "../draft.ts";
import type { StepProps } from "../step-props.ts";
import { checkKey, type KeyRefusal, sentenceOf } from "./key-check.tsx";

type Values = z.output<typeof voiceProviderForm>;
type Refuse = (field: "apiKey" | "file", message: string) => void;

/** Reads the key file, has the API key checked and moves on. A file that the browser cannot read goes to the menu. */
export function useCheckVoiceProvider(
  { store, moves, credentials }: StepProps,
  onCredentials: (credentials: Credentials) => void,
  refuse: Refuse,
) {
  const navigate = useNavigate();
  const { connectionFailure, fail, forget } = useFailure();
  const chosen = useRef<File>(undefined);
  const [refusal, setRefusal] = useState<KeyRefusal>();

  const readKey = async (): Promise<string> =>
    chosen.current ? await readKeyFile(chosen.current) : (credentials?.privateKey ?? "");

  const check = async (values: Values): Promise<void> => {
    const privateKey = await readKey();
    const refused = await checkKey(values.apiKey);
    if (refused) {
      setRefusal(refused);
      refuse("apiKey", sentenceOf(refused));
      return;
    }
    onCredentials({ apiSecret: values.apiSecret, fileName: values.file, privateKey });
    store.save((draft) => withChecked(draft, values));
    moves.next();
  };

  /** Specification section 4. */
  const leaveFor = (notice: string): void => {
    const state: NavigationState = { notice };
    navigate(paths.menu, { state });
  };

  const submit = async (values: Values): Promise<void> => {
    forget();
    try {
      await check(values);
    } catch (error) {
      if (error instanceof KeyFileUnreadable) leaveFor(error.message);
      else if (error instanceof KeyFileError) refuse("file", error.message);
      else fail(error);
    }
  };

  return {
    connectionFailure,
    refusal,
    submit,
    choose: (file: File) => {
      chosen.current = file;
    },
  };
}
