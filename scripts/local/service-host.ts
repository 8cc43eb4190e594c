import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator, ServiceRequest, ServiceResponse } from "./emulators/emulator.ts";
import type { Fault, Faults } from "./faults.ts";
import { flatHeaders, type Listener, listen, type RunningServer, readBody } from "./http.ts";
import type { RequestLog } from "./request-log.ts";
import type { Scope } from "./scope.ts";

interface Surroundings {
  faults: Faults;
  requests: RequestLog;
  /** Called after every call, for saving what changed. */
  onHandled?: () => void;
  scope: Scope;
}

const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
  // The star does not cover Authorization.
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
  "access-control-max-age": "3600",
};

/** Serves one emulator over HTTP: faults, request log and cross-origin rules are the same for all of them. */
export function hostEmulator(
  emulator: Emulator,
  { faults, requests, onHandled, scope }: Surroundings,
): Promise<RunningServer> {
  const serve: Listener = async (incoming, outgoing) => {
    if (emulator.browserFacing) setHeaders(outgoing, crossOrigin);
    if (emulator.browserFacing && incoming.method === "OPTIONS") return void outgoing.writeHead(204).end();
    const request = await toServiceRequest(incoming);
    const operation = emulator.operation(request);
    const fault = faults.take(emulator.service, operation);
    await scope.sleep(fault?.delayMs ?? 0);
    const response = await answer(emulator, request, fault);
    requests.add(emulator.service, operation, request, response);
    onHandled?.();
    if (fault?.status === 0) return void incoming.socket.destroy();
    setHeaders(outgoing, response.headers ?? {});
    outgoing.writeHead(response.status).end(incoming.method === "HEAD" ? undefined : response.body);
  };
  return listen(serve, { scope });
}

async function answer(emulator: Emulator, request: ServiceRequest, fault?: Fault): Promise<ServiceResponse> {
  const failure = () => (fault?.status ? emulator.fault(fault.status, request) : dropped);
  const fails = fault?.status !== undefined;
  if (fails && !fault.after) return failure();
  try {
    const response = await emulator.handle(request);
    return fails ? failure() : response;
  } catch (error) {
    console.error(`${emulator.service} emulator:`, error);
    return emulator.fault(500, request);
  }
}
const dropped: ServiceResponse = { status: 0 };

export async function toServiceRequest(incoming: IncomingMessage): Promise<ServiceRequest> {
  const target = incoming.url ?? "/";
  return {
    method: incoming.method ?? "GET",
    target,
    url: new URL(target, `http://${incoming.headers.host ?? "localhost"}`),
    headers: flatHeaders(incoming),
    body: (await readBody(incoming)) ?? Buffer.alloc(0),
  };
}

const setHeaders = (outgoing: ServerResponse, headers: Record<string, string>): void => {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
};
