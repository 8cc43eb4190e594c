/** A proxy that lets nothing out, and remembers who was to be reached. */
import { listen } from "../../../../scripts/local/http.ts";

export interface RefusingProxy {
  url: string;
  /** Hosts, in the order asked for. */
  asked: string[];
  close(): Promise<void>;
}

export async function startRefusingProxy(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const { server, url, close } = await listen((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(403).end();
  });
  server.on("connect", ({ url: host }, socket) => {
    asked.push(host ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  return { url, asked, close };
}
