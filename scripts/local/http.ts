import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Scope } from "./scope.ts";

/** The whole body, or undefined when it is longer than `limit` bytes (the rest is drained unread). */
export async function readBody(
  request: IncomingMessage,
  limit = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  return length <= limit ? Buffer.concat(chunks) : undefined;
}

/** Undefined for what is no JSON. */
export function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** A part of an address; one that is no valid percent-encoding stays as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lower-case names; repeated headers joined by a comma, as AWS does. */
export const flatHeaders = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(",")]),
  );

export interface RunningServer {
  /** Origin without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves on the loopback interface until the scope closes; port 0 takes a free one. */
export async function listen(
  listener: Listener,
  { port = 0, scope }: { port?: number; scope: Scope },
): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const answered = Promise.resolve(listener(request, response));
    // A client that is gone is no fault.
    void scope.track(answered.catch((error) => response.destroyed || console.error(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return scope.own({
    url: `http://localhost:${taken}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** For a server that cannot be told to take any. */
export async function freePort(): Promise<number> {
  await using scope = new Scope();
  const { url } = await listen(() => undefined, { scope });
  return Number(new URL(url).port);
}
