/** What an operation is: a schema for its input and what it does with the pool. */
import type { z } from "zod";
import type { ServiceRequest } from "../../emulator.ts";
import type { Pool } from "../pool.ts";
import { readInput } from "./input.ts";

export type Answer = Record<string, unknown>;

/** Takes the raw JSON body. Throws `ServiceError`. */
export type Operation = (body: unknown, pool: Pool, request: ServiceRequest) => Promise<Answer>;

export function defineOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool, request: ServiceRequest) => Answer | Promise<Answer>,
): Operation {
  return async (body, pool, request) => run(readInput(schema, body), pool, request);
}
