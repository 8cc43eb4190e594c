/** Serves one emulator over real HTTP, so that the real clients can be tested against it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator, ServiceRequest } from "#scripts/local/emulators/emulator.ts";

export interface ServedEmulator {
  /** `http://127.0.0.1:12345`, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

export async function serveEmulator(emulator: Emulator): Promise<ServedEmulator> {
  const server = createServer((incoming, outgoing) => {
    answer(emulator, incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      outgoing.writeHead(500).end(String(error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  emulator: Emulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const response = await emulator.handle(toServiceRequest(incoming, Buffer.concat(chunks)));
  outgoing.writeHead(response.status, response.headers).end(response.body);
}

function toServiceRequest(incoming: IncomingMessage, body: Buffer): ServiceRequest {
  const target = incoming.url ?? "/";
  return {
    method: incoming.method ?? "GET",
    target,
    url: new URL(target, `http://${incoming.headers.host}`),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body,
  };
}
