import * as z from "zod/mini";
import { serviceNames } from "./emulators/emulator.ts";

/**
 * Body of `POST /__local/faults`: after `skip` calls the next `times` calls of that service, or of one operation of it, fail so. `delayMs`
 * without a `status`: they succeed, only later.
 */
export const faultRequest = z
  .strictObject({
    service: z.enum(serviceNames),
    operation: z.optional(z.string()),
    /** HTTP status of the failure; 0 drops the connection without an answer. */
    status: z.optional(z.int().check(z.gte(0), z.lte(599))),
    times: z._default(z.int().check(z.gte(1)), 1),
    /** So many calls go through before. */
    skip: z._default(z.int().check(z.gte(0)), 0),
    /** Do the work first and fail afterwards, as a provider whose answer is lost. */
    after: z._default(z.boolean(), false),
    /** Answer this much later. */
    delayMs: z._default(z.int().check(z.gte(0)), 0),
  })
  .check(z.refine(({ status, delayMs }) => status !== undefined || delayMs > 0));
export type Fault = z.output<typeof faultRequest>;
export type FaultRequest = z.input<typeof faultRequest>;

export function createFaults() {
  let pending: Fault[] = [];
  return {
    add(fault: FaultRequest): void {
      pending.push(faultRequest.parse(fault));
    },
    /** The fault that this call must meet, used up by one. */
    take(service: string, operation: string): Fault | undefined {
      const fault = pending.find(
        (each) => each.service === service && (each.operation === undefined || each.operation === operation),
      );
      if (!fault) return undefined;
      if (fault.skip > 0) {
        fault.skip -= 1;
        return undefined;
      }
      fault.times -= 1;
      pending = pending.filter((each) => each.times > 0);
      return fault;
    },
    list: (): readonly Fault[] => pending,
    clear(): void {
      pending = [];
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;
