/**
 * HTTP client for Stripe and the tax agency. Not `fetch`: loading it takes as long as the whole start of an
 * empty function. `node:http` is loaded only for plain HTTP, for the same reason: its module namespace loads
 * `fetch`.
 */
import { request as requestOverTls } from "node:https";
import { currentRequestId, requestIdHeader } from "#functions/runtime/context.ts";
import { providerSignal } from "#functions/runtime/deadline.ts";

/** AWS WAF blocks requests without a User-Agent. */
const commonHeaders = (): Record<string, string> => {
  const requestId = currentRequestId();
  return {
    "user-agent": "telephony-plugin-portal",
    ...(requestId !== undefined && { [requestIdHeader]: requestId }),
  };
};

export interface HttpRequest {
  method: "DELETE" | "GET" | "POST";
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  /** Timeout for the connection and the whole response. */
  timeoutMs: number;
  /** Allows a kept-alive connection, which the server may just have closed. */
  reuseConnection?: boolean;
  /** A longer response throws `NoResponseError`. */
  mostBytes?: number;
}

export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
  /** `bytes` as UTF-8. */
  readonly text: string;
}

/** The service could not be reached, broke off or timed out: the result is unknown. */
class NoResponseError extends Error {
  constructor(cause: unknown) {
    super("no answer", { cause });
    this.name = "NoResponseError";
  }
}

/** Returns responses of any status; throws `NoResponseError`. */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  try {
    return await exchange(request);
  } catch (error) {
    throw new NoResponseError(error);
  }
}

function exchange({ method, url, headers = {}, body = "", timeoutMs, ...options }: HttpRequest) {
  const open = url.protocol === "https:" ? requestOverTls : process.getBuiltinModule("node:http").request;
  const length = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
  return new Promise<HttpResponse>((resolve, reject) => {
    const request = open(
      url,
      {
        method,
        headers: { ...commonHeaders(), ...headers, ...length },
        signal: providerSignal(timeoutMs),
        ...(options.reuseConnection ? {} : { agent: false }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let left = options.mostBytes ?? Number.POSITIVE_INFINITY;
        response.on("data", (chunk: Buffer) => {
          left -= chunk.length;
          if (left < 0) response.destroy(new Error("the response is too long"));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, bytes, text: bytes.toString("utf8") });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
