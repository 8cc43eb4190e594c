/**
 * HTTP as every outside service is called. Not `fetch`: loading it takes as long as an empty function's whole start.
 * `node:http` is only fetched for the addresses that need it, for the same reason: its module namespace loads `fetch`.
 */
import { request as requestOverTls } from "node:https";
import { providerSignal } from "../runtime/deadline.ts";

/** Our own firewall, for one, refuses whoever does not say what they are. */
const userAgent = { "user-agent": "telephony-plugin-portal" };

export interface HttpRequest {
  method: "DELETE" | "GET" | "POST";
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  /** For connecting and the whole answer. */
  timeoutMs: number;
  /** May go over a connection that was left open, and so fail because the other side just closed it. */
  reuseConnection?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** The service could not be reached, broke off or took too long: whether it did what was asked is not known. */
export class NoResponseError extends Error {
  constructor(cause: unknown) {
    super("no answer", { cause });
    this.name = "NoResponseError";
  }
}

/** Answers of any status; throws `NoResponseError`. */
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
        headers: { ...userAgent, ...headers, ...length },
        signal: providerSignal(timeoutMs),
        ...(options.reuseConnection ? {} : { agent: false }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
