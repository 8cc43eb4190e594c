import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import type { voiceProviderForm } from "#shared/customer/customer.ts";
import { type ResponseOf, voiceProviderCheck } from "#shared/endpoints.ts";
import { isAllowedKeyCheckLink } from "#shared/key-check.ts";
import { paths } from "#shared/site/paths.ts";
import { useCall } from "#web/flow/use-call.ts";
import { useKeyFile } from "#web/forms/voice-provider-fields.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { KeyFileError, KeyFileUnreadable } from "#web/lib/private-key/key-file.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { type UpgradeStepProps, type VoiceProviderSecrets, withChecked } from "./upgrade-draft.ts";

/** A message with a link between two texts. */
interface KeyRefusal {
  message1: string;
  link?: string;
  message2: string;
}

type CheckResult = ResponseOf<typeof voiceProviderCheck>["result"];

const unexplained = "APIキーを確認できませんでした。";

/** Converts the API's refusal. Links to other hosts than Vonage's are left out. */
export function toRefusal({ message1, link, message2 = "" }: CheckResult): KeyRefusal {
  const sentences = { message1: message1 ?? (message2 ? "" : unexplained), message2 };
  return link !== undefined && isAllowedKeyCheckLink(link) ? { ...sentences, link } : sentences;
}

/** Returns `undefined` if Vonage knows the key. Throws as `callApi` does. */
async function checkKey(apiKey: string): Promise<KeyRefusal | undefined> {
  const { result } = await callApi(voiceProviderCheck, { body: { api_key: apiKey } });
  return result.status === "updated" ? undefined : toRefusal(result);
}

/** Returns the message as text. */
export const sentenceOf = ({ message1, link = "", message2 }: KeyRefusal): string =>
  `${message1}${link}${message2}`;

/** The message at the API key field. Its parts are rendered as text, never as HTML. */
export function KeyRefusalMessage({ message1, link, message2 }: KeyRefusal) {
  return (
    <span>
      <span>{message1}</span>
      {link !== undefined && (
        <span>
          {" "}
          <ExternalLink href={link} />{" "}
        </span>
      )}
      <span>{message2}</span>
    </span>
  );
}

type Values = z.output<typeof voiceProviderForm>;
type Refuse = (field: "apiKey" | "file", message: string) => void;

/**
 * Returns the call that reads the key file, checks the API key and continues. A file that the browser cannot
 * read leads to the menu.
 */
export function useCheckVoiceProvider(
  { store, moves, secrets }: UpgradeStepProps,
  onSecrets: (secrets: VoiceProviderSecrets) => void,
  refuse: Refuse,
) {
  const navigate = useNavigate();
  const keyFile = useKeyFile();
  const [refusal, setRefusal] = useState<KeyRefusal>();

  const readKey = async (): Promise<string> => (await keyFile.read()) ?? secrets?.privateKey ?? "";

  const check = async (values: Values): Promise<void> => {
    const privateKey = await readKey();
    const refused = await checkKey(values.apiKey);
    if (refused) {
      setRefusal(refused);
      refuse("apiKey", sentenceOf(refused));
      return;
    }
    onSecrets({ apiSecret: values.apiSecret, fileName: values.file, privateKey });
    store.save((draft) => withChecked(draft, values));
    moves.next();
  };

  /** Specification section 4. */
  const leaveFor = (message: string): void => {
    const state: NavigationState = { message };
    navigate(paths.menu, { state });
  };

  const { call, failure } = useCall((values: Values) =>
    check(values).catch((error: unknown) => {
      if (error instanceof KeyFileUnreadable) leaveFor(error.message);
      else if (error instanceof KeyFileError) refuse("file", error.message);
      else throw error;
    }),
  );

  return { failure, refusal, submit: call, readKey, choose: keyFile.choose };
}
