import type { ServiceRequest, ServiceResponse } from "./emulators/emulator.ts";

export interface LoggedRequest {
  at: string;
  service: string;
  /** Of the request that our code worked for; undefined for a foreign client's call. */
  requestId: string | undefined;
  operation: string;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  status: number;
  response: string;
}

const maxEntries = 500;
const longest = 16_384;

const asText = (body: string | Buffer | undefined): string => {
  const text = typeof body === "string" ? body : (body?.toString("utf8") ?? "");
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length})` : text;
};

/** Vonage's SDK takes no headers: there the id stands in the user agent. */
const requestIdOf = (headers: ServiceRequest["headers"]): string | undefined =>
  headers["x-request-id"] ?? /request\/([\w=-]+)/.exec(headers["user-agent"] ?? "")?.[1];

/** The latest calls that were made to each service, newest first. */
export function createRequestLog() {
  let entries: LoggedRequest[] = [];
  return {
    add(service: string, operation: string, request: ServiceRequest, response: ServiceResponse): void {
      entries.unshift({
        at: new Date().toISOString(),
        service,
        requestId: requestIdOf(request.headers),
        operation,
        method: request.method,
        path: request.target,
        headers: request.headers,
        body: asText(request.body),
        status: response.status,
        response: asText(response.body),
      });
      entries = entries.slice(0, maxEntries);
    },
    list: (service?: string): LoggedRequest[] =>
      service === undefined ? entries : entries.filter((entry) => entry.service === service),
    clear(): void {
      entries = [];
    },
  };
}
export type RequestLog = ReturnType<typeof createRequestLog>;
