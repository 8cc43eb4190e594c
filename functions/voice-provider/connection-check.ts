/**
 * Checks a customer's Vonage account with the credentials that the customer has entered. Sources:
 * developer.vonage.com/en/api/application.v2, /numbers and /developer/account.
 */
import { createPublicKey } from "node:crypto";
import * as z from "zod/mini";
import { onceMoreIfCutOff, statusOf, VonageCallError, vonageClient } from "#functions/phone/vonage.ts";
import { type ConnectionCheckKind, connectionCheckKinds } from "#shared/connection-check.ts";
import type { BodyOf, ResponseOf, voiceProviderDiagnose } from "#shared/endpoints.ts";

type Typed = BodyOf<typeof voiceProviderDiagnose>;
type Check = ResponseOf<typeof voiceProviderDiagnose>["result"]["checks"][number];
/** `undefined`: unknown. */
type Verdicts = Partial<Record<ConnectionCheckKind, boolean | undefined>>;

/** The calls run concurrently. */
const timeoutMs = 4000;

const dashboard = (path: string): string => `https://dashboard.vonage.com/${path}`;
const noAnswer = "Vonageから応答がなかったため、確認できませんでした。時間をおいて、もう一度お試しください。";

/** The next step after a failed check, and its page at Vonage. `unknown`: why a check has no result. */
const advice: Readonly<Record<ConnectionCheckKind, { message: string; link: string; unknown?: string }>> = {
  credentials: {
    message: "APIキーとAPIシークレットの組み合わせが正しくありません。Vonageの管理画面でご確認ください。",
    link: dashboard("settings"),
  },
  application: {
    message: "このアプリケーションIDは、入力されたAPIキーのアカウントにありません。",
    link: dashboard("applications"),
  },
  privateKey: {
    message:
      "アプリケーションに登録されている公開鍵と一致しません。Vonageの管理画面で鍵を生成し直し、新しい秘密鍵ファイルを選択してください。",
    link: dashboard("applications"),
    unknown: "秘密鍵ファイルを選択すると、確認できます。",
  },
  voice: {
    message: "アプリケーションの音声（Voice）がオフになっています。Vonageの管理画面でオンにしてください。",
    link: dashboard("applications"),
  },
  webhook: {
    message:
      "アプリケーションの音声のAnswer URLと異なります。どちらか一方を、もう一方に合わせて変更してください。",
    link: dashboard("applications"),
  },
  number: {
    message: "アプリケーションに電話番号が割り当てられていません。割り当てると、発着信できます。",
    link: dashboard("your-numbers"),
    unknown: noAnswer,
  },
  balance: {
    message: "Vonageのアカウントに残高がありません。残高を追加するか、自動チャージを設定してください。",
    link: dashboard("billing-and-payments"),
    unknown: noAnswer,
  },
};

const application = z.object({
  keys: z.optional(z.object({ publicKey: z.optional(z.string()) })),
  capabilities: z.optional(
    z.object({
      voice: z.optional(
        z.object({
          webhooks: z.optional(
            z.object({ answerUrl: z.optional(z.object({ address: z.optional(z.string()) })) }),
          ),
        }),
      ),
    }),
  ),
});
type Application = z.output<typeof application>;

const ownedNumbers = z.object({ count: z._default(z.number(), 0) });
/** An account that uses its parent's balance may have none of its own. */
const balance = z.object({ value: z.nullish(z.number()), autoReload: z._default(z.boolean(), false) });

/** Returns the checks that apply. Throws 502 if Vonage does not return the application. */
export async function checkConnection(typed: Typed): Promise<Check[]> {
  const { apiKey, apiSecret, applicationId } = typed;
  const vonage = vonageClient({ apiKey, apiSecret }, timeoutMs);
  const [found, hasNumber, hasBalance] = await Promise.all([
    findApplication(() => vonage.applications.getApplication(applicationId)),
    orUnknown(async () => {
      const owned = await onceMoreIfCutOff(() => vonage.numbers.getOwnedNumbers({ applicationId, size: 1 }));
      return z.parse(ownedNumbers, owned).count > 0;
    }),
    orUnknown(async () => {
      const { value, autoReload } = z.parse(
        balance,
        await onceMoreIfCutOff(() => vonage.accounts.getBalance()),
      );
      return typeof value === "number" ? value > 0 || autoReload : undefined;
    }),
  ]);
  if (found === "refused") return checksOf({ credentials: false });
  if (found === "missing") return checksOf({ credentials: true, application: false, balance: hasBalance });
  return checksOf({
    credentials: true,
    application: true,
    ...verdictsOn(found, typed),
    number: hasNumber,
    balance: hasBalance,
  });
}

const checksOf = (verdicts: Verdicts): Check[] =>
  connectionCheckKinds.filter((kind) => kind in verdicts).map((kind) => checkOf(kind, verdicts[kind]));

function checkOf(kind: ConnectionCheckKind, isGood: boolean | undefined): Check {
  const { message, link, unknown } = advice[kind];
  if (isGood) return { kind, state: "ok" };
  if (isGood === false) return { kind, state: "failed", message, link };
  return { kind, state: "unknown", ...(unknown !== undefined && { message: unknown }) };
}

async function findApplication(get: () => Promise<unknown>): Promise<Application | "refused" | "missing"> {
  try {
    return z.parse(application, await onceMoreIfCutOff(get));
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403) return "refused";
    if (status === 404) return "missing";
    throw new VonageCallError("application", error);
  }
}

/** Returns undefined after an error, which does not hide the other checks. */
const orUnknown = (ask: () => Promise<boolean | undefined>): Promise<boolean | undefined> =>
  ask().catch(() => undefined);

/** Returns the findings from the application itself. */
function verdictsOn({ keys, capabilities }: Application, typed: Typed): Verdicts {
  const { privateKey, webhookUrl } = typed;
  const voice = capabilities?.voice;
  return {
    privateKey: privateKey && keys?.publicKey ? isPair(privateKey, keys.publicKey) : undefined,
    voice: voice !== undefined,
    ...(voice &&
      webhookUrl && {
        webhook: isSameUrl(voice.webhooks?.answerUrl?.address, webhookUrl),
      }),
  };
}

/**
 * Returns true if the private key (PEM in base64) belongs to the public key. Compares the keys instead of
 * making a signed call: such a call can fail for other reasons, and acts in the customer's name.
 */
function isPair(privateKey: string, publicKey: string): boolean {
  const pem = Buffer.from(privateKey, "base64")
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  try {
    return createPublicKey(pem).equals(createPublicKey(publicKey));
  } catch {
    return false;
  }
}

const isSameUrl = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.parse(one)?.href === URL.parse(other)?.href;
