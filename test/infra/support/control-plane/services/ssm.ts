/** AWS Systems Manager's parameters: those that stacks made. Source: Systems Manager API reference. */
import * as z from "zod/mini";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Account } from "../account.ts";
import { jsonService } from "./json-protocol.ts";
import type { Service } from "./service.ts";

const asked = z.object({ Name: z.string() });

export function ssm(account: Account): Service {
  return jsonService({
    GetParameter({ input, region }) {
      const { Name } = z.parse(asked, input);
      const Value = account.parameter(region, Name);
      if (Value === undefined) throw new ServiceError("ParameterNotFound", "");
      return { Parameter: { Name, Value, Type: "String", Version: 1 } };
    },
  });
}
