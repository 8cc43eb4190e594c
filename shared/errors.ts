import { failureMessages } from "./messages.ts";

/** HTTP status (design section 3) and default message of each error code. */
export const errorCodes = {
  bad_request: { status: 400, message: "入力内容を確認してください。" },
  verification_failed: { status: 400, message: failureMessages.verificationFailed },
  verification_expired: {
    status: 400,
    message: "認証コードの有効期限が切れています。もう一度認証コードを送信してください。",
  },
  /** The third wrong code ended the Vonage request: the customer needs another SMS. */
  code_attempts_exceeded: {
    status: 400,
    message: "入力を3回間違えたため、この認証コードは無効になりました。もう一度送信してください。",
  },
  unauthorized: { status: 401, message: "ログインが必要です。もう一度ログインしてください。" },
  payment_required: { status: 402, message: "お支払いを確認できませんでした。" },
  forbidden: { status: 403, message: "この操作は許可されていません。" },
  /** The password was entered more than ten minutes ago. */
  reauthentication_required: {
    status: 403,
    message: "安全のため、パスワードをもう一度入力してください。",
  },
  phone_not_verified: {
    status: 403,
    message: "携帯電話番号の確認が済んでいません。もう一度SMS認証を行ってください。",
  },
  email_not_verified: { status: 403, message: "メールアドレスの確認が済んでいません。" },
  not_found: { status: 404, message: "お探しの情報が見つかりませんでした。" },
  conflict: {
    status: 409,
    message: "ほかの操作と重なりました。画面を再読み込みしてから、やり直してください。",
  },
  open_invoice: {
    status: 409,
    message:
      "お支払いがお済みでない請求書があります。「ご契約とお支払い」からお支払いいただくか、お問い合わせください。",
  },
  payload_too_large: { status: 413, message: "送信されたデータが大きすぎます。" },
  too_many_requests: {
    status: 429,
    message: "送信回数の上限に達しました。時間をおいて、もう一度お試しください。",
  },
  internal: {
    status: 500,
    message: "サーバーでエラーが発生しました。時間をおいて、もう一度お試しください。",
  },
  provider_failed: {
    status: 502,
    message: "連携先のサービスに接続できませんでした。時間をおいて、もう一度お試しください。",
  },
  unavailable: {
    status: 503,
    message: "ただいまご利用いただけません。時間をおいて、もう一度お試しください。",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/**
 * Body of every error response. `fields` maps a request field to the sentence shown at it. `requestId`: id of
 * the API request, for a 500.
 */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; fields?: Record<string, string>; requestId?: string };
}
