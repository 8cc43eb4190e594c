/** No response arrived. Forms show the message and keep their values. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly reason: ConnectionReason;

  constructor(reason: ConnectionReason, options?: ErrorOptions) {
    super(connectionMessages[reason], options);
    this.reason = reason;
  }
}

/**
 * `not-loaded`: one of the site's files is missing, and the browser fetches it again only after a reload.
 * `intermediary`: a proxy or another device of the customer's network responded.
 */
export type ConnectionReason = keyof typeof connectionMessages;

export const connectionMessages = {
  offline: "サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。",
  timeout: "サーバーからの応答がありませんでした。時間をおいて、もう一度お試しください。",
  intermediary:
    "お使いのネットワークの機器（プロキシなど）から応答があり、サーバーに接続できませんでした。ネットワークの管理者に、このサイトへの通信が許可されているかをご確認ください。",
  "not-loaded": "画面の一部を読み込めなかったため、通信環境をご確認のうえ、再読み込みしてください。",
} as const;

/** Rejects with `ConnectionError` after a timeout. `work` is not cancelled. */
export async function within<T>(
  milliseconds: number,
  reason: ConnectionReason,
  work: Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ConnectionError(reason)), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Fetches a whole response. Throws `ConnectionError` for any error of the browser. */
export async function fetchWithin(milliseconds: number, url: string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(milliseconds) });
    // Reads the body, because a connection can also fail after the headers.
    const body = await response.arrayBuffer();
    const bodyless = [204, 205, 304].includes(response.status);
    return new Response(bodyless ? null : body, response);
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === "TimeoutError";
    throw new ConnectionError(timedOut ? "timeout" : "offline", { cause: error });
  }
}
