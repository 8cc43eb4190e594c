import type { Pool } from "../pool.ts";
import type { Answer } from "../request/operation.ts";

type AuthParameters = Readonly<Record<string, string>>;

export interface Flow {
  /** What the app client must list. */
  setting: string;
  /** The service's sentence when it does not. */
  notEnabled: string;
  start(parameters: AuthParameters, pool: Pool): Answer | Promise<Answer>;
}
