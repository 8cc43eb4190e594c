/** How the voice provider's credentials are asked for, on every screen that asks. */
import { labels } from "../../../shared/labels.ts";
import { limits } from "../../../shared/limits.ts";
import { foldWidth } from "../../../shared/normalize.ts";

export const voiceProviderInputs = {
  applicationId: {
    label: labels.applicationId,
    required: true,
    hint: "ハイフンを含む36文字です。",
    placeholder: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    format: foldWidth,
  },
  apiKey: {
    label: labels.apiKey,
    required: true,
    hint: "半角英数字8文字です。",
    maxLength: limits.textMaxLength,
    format: foldWidth,
  },
  webhookUrl: {
    label: labels.webhookUrl,
    hint: "着信を利用する場合にご入力ください。",
    placeholder: "https://example.co.jp/webhook",
    inputMode: "url",
    maxLength: limits.urlMaxLength,
  },
} as const;
