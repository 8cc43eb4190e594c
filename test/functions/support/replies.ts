import type { Portal, Reply } from "./portal.ts";

/** Status and error code of an answer. */
export const outcome = ({ status, json }: Reply): unknown[] => [status, json.error?.code];
/** Status and sentence of a refusal. */
export const refusal = ({ status, json }: Reply): unknown[] => [status, json.error?.message];
export const tooMany = [429, "too_many_requests"];

/** How often the functions have counted that metric in this test. */
export const counted = ({ logged }: Pick<Portal, "logged">, metric: string): number =>
  logged.filter((line) => line.includes(`"${metric}":1`)).length;
