/** Waiting for a service that never answers takes ten seconds: the campaign has less patience then, in proportion. */
import * as awsClients from "#functions/platform/aws-clients.ts";
import type * as deadline from "#functions/runtime/deadline.ts";

/** Of the deployed time-outs. */
export const patience = { share: 1 };

/** For `vi.mock("functions/runtime/deadline.ts")`. */
export const impatient = (real: typeof deadline): typeof deadline => ({
  ...real,
  withDeadline: (run) =>
    real.withDeadline(run, { requestMs: 9000 * patience.share, providerMs: 7500 * patience.share }),
  providerSignal: (milliseconds) => real.providerSignal(milliseconds * patience.share),
});

export function makeClientsImpatient(): void {
  for (const client of Object.values(awsClients)) {
    const { requestHandler } = client().config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) =>
      handle(request, patience.share < 1 ? { ...options, requestTimeout: 3000 * patience.share } : options);
  }
}
