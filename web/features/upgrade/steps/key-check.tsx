import { type ResponseOf, voiceProviderCheck } from "#shared/endpoints.ts";
import { isAllowedKeyCheckLink } from "#shared/key-check.ts";
import { callApi } from "#web/lib/api/api-client.ts";

/** Text around one link. */
export interface KeyRefusal {
  message1: string;
  link?: string;
  message2: string;
}

type Answer = ResponseOf<typeof voiceProviderCheck>["result"];

const unexplained = "APIキーを確認できませんでした。";

/** A link to anywhere but the provider's own hosts is left out. */
export function toRefusal({ message1, link, message2 = "" }: Answer): KeyRefusal {
  const told = { message1: message1 ?? (message2 ? "" : unexplained), message2 };
  return link !== undefined && isAllowedKeyCheckLink(link) ? { ...told, link } : told;
}

/** `undefined` when the provider knows the key. Throws as `callApi` does. */
export async function checkKey(apiKey: string): Promise<KeyRefusal | undefined> {
  const { result } = await callApi(voiceProviderCheck, { body: { api_key: apiKey } });
  return result.status === "updated" ? undefined : toRefusal(result);
}

/** The same as one sentence. */
export const sentenceOf = ({ message1, link = "", message2 }: KeyRefusal): string =>
  `${message1}${link}${message2}`;

/** The provider's message under the API key field: text, never HTML. */
export function KeyRefusalMessage({ message1, link, message2 }: KeyRefusal) {
  return (
    <>
      {message1}
      {link !== undefined && (
        <>
          {" "}
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link.replace(/^https:\/\/|\/$/g, "")}
            <span className="visually-hidden">（新しいタブで開きます）</span>
          </a>{" "}
        </>
      )}
      {message2}
    </>
  );
}
