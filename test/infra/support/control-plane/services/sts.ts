/** AWS STS: who is calling, and the roles that bootstrapping made. Source: STS API reference. */
import * as z from "zod/mini";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Account } from "../account.ts";
import { type QueryCall, queryService } from "./query-protocol.ts";
import type { Service } from "./service.ts";
import type { Sessions } from "./sessions.ts";

const assuming = z.object({ RoleArn: z.string(), RoleSessionName: z.string() });
const anHour = 60 * 60 * 1000;

export function sts(account: Account, sessions: Sessions): Service {
  const arnOf = ({ caller }: QueryCall): string =>
    caller === sessions.person
      ? `arn:aws:iam::${account.id}:user/${caller.name}`
      : `arn:aws:sts::${account.id}:assumed-role/${caller.name}/cdk`;

  return queryService({
    GetCallerIdentity(call) {
      return { Arn: arnOf(call), UserId: call.caller.accessKeyId, Account: account.id };
    },
    AssumeRole(call) {
      const { RoleArn, RoleSessionName } = z.parse(assuming, call.input);
      const role = account.role(RoleArn);
      if (!role) {
        throw new ServiceError(
          "AccessDenied",
          `User: ${arnOf(call)} is not authorized to perform: sts:AssumeRole on resource: ${RoleArn}`,
          403,
        );
      }
      const session = sessions.begin(role.physicalId);
      return {
        Credentials: {
          AccessKeyId: session.accessKeyId,
          SecretAccessKey: session.secretAccessKey,
          SessionToken: session.sessionToken,
          Expiration: new Date(Date.now() + anHour).toISOString(),
        },
        AssumedRoleUser: {
          Arn: `arn:aws:sts::${account.id}:assumed-role/${role.physicalId}/${RoleSessionName}`,
          AssumedRoleId: `AROA:${RoleSessionName}`,
        },
      };
    },
  });
}
