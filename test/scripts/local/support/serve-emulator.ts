import type { Emulator } from "#scripts/local/emulators/emulator.ts";
import { createFaults } from "#scripts/local/faults.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { createRequestLog } from "#scripts/local/request-log.ts";
import { Scope } from "#scripts/local/scope.ts";
import { hostEmulator } from "#scripts/local/service-host.ts";

/** Serves one emulator as the local cloud does, so that the real clients can be tested against it. */
export async function serveEmulator(emulator: Emulator): Promise<RunningServer> {
  const [scope, faults, requests] = [new Scope(), createFaults(), createRequestLog()];
  const { url } = await hostEmulator(emulator, { faults, requests, scope });
  return { url, close: () => scope.close() };
}
