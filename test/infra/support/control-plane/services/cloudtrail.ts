/** AWS CloudTrail, which the CLI asks about a failed deployment: nothing is recorded, as in the first minutes. */
import { jsonService } from "./json-protocol.ts";
import type { Service } from "./service.ts";

export const cloudTrail = (): Service =>
  jsonService({
    LookupEvents() {
      return { Events: [] };
    },
  });
