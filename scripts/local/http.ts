import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

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

/** Serves on the loopback interface; port 0 takes a free one. */
export async function listen(
  listener: RequestListener,
  port = 0,
): Promise<RunningServer & { server: Server }> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    server,
    url: `http://localhost:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** For a server that cannot be told to take any. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen(() => undefined);
  await close();
  return Number(new URL(url).port);
}
