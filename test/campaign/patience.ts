/**
 * Waiting for a service that never answers takes ten seconds: the campaign has less patience then, in proportion. Otherwise it has
 * more: a busy machine may stall for longer than a request may take.
 */
import type * as deadline from "#functions/runtime/deadline.ts";
import type { Portal } from "#test/functions/support/portal.ts";

export const patient = 10;
/** Of the deployed time-outs. */
export const patience = { share: patient };

/** For `vi.mock("functions/runtime/deadline.ts")`. */
export const impatient = (real: typeof deadline): typeof deadline => ({
  ...real,
  withDeadline: (run) =>
    real.withDeadline(run, { requestMs: 9000 * patience.share, providerMs: 7500 * patience.share }),
  providerSignal: (milliseconds) => real.providerSignal(milliseconds * patience.share),
});

export function makeClientsImpatient(portal: Portal): void {
  for (const { config } of portal.awsClients) {
    const { requestHandler } = config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) =>
      handle(request, { ...options, requestTimeout: 3000 * patience.share });
  }
}
