/** Waiting for a service that never answers takes ten seconds: the campaign has less patience then, in proportion. */
import type * as deadline from "#functions/runtime/deadline.ts";
import type { Portal } from "#test/functions/support/portal.ts";

/** Of the deployed time-outs: longer, however slow the machine is. */
export const usualPatience = 20;
export const patience = { share: usualPatience };

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
