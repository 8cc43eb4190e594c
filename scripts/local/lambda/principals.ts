import { randomBytes } from "node:crypto";
import type { FunctionSettings, Grants } from "#infra/settings/function-settings.ts";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { reachablePartitions } from "#infra/settings/table.ts";
import type { FindPrincipal, Principal } from "../emulators/emulator.ts";

const newPrincipal = (name: string, allows: Principal["allows"]): Principal => ({
  name,
  accessKeyId: `LOCAL${name.replace(/[^a-z]/g, "").toUpperCase()}`.padEnd(20, "0"),
  secretAccessKey: randomBytes(30).toString("base64"),
  allows,
});

/** IAM's `StringLike` on `dynamodb:LeadingKeys`; a request that names no key is refused. */
const isIn = (partitions: readonly string[], partition: string | undefined): boolean =>
  partition !== undefined &&
  partitions.some((each) =>
    each.endsWith("*") ? partition.startsWith(each.slice(0, -1)) : partition === each,
  );

/** IAM's condition on a scan: it names its attributes, and those only. */
const isWithin = (
  granted: readonly string[] | undefined,
  attributes: readonly string[] | undefined,
): boolean => attributes?.every((each) => granted?.includes(each)) === true;

/** IAM's answer from the same grants that the stack turns into policy statements. */
const allowedBy =
  (grants: Grants): Principal["allows"] =>
  (action, context) => {
    const listed: readonly string[] = [
      ...(grants.table ?? []),
      ...(grants.bucket ?? []),
      ...(grants.userExports ?? []),
      ...(grants.userPool ?? []),
    ];
    if (action === "dynamodb:Scan") return isWithin(grants.scan, context?.attributes);
    const reachable = reachablePartitions(action, grants);
    if (action.startsWith("dynamodb:") && !isIn(reachable, context?.partition)) return false;
    if (listed.includes(action)) return true;
    if (action === "ses:SendEmail") return grants.mail === true;
    if (action === "ses:GetAccount") return grants.mailAccount === true;
    if (action === "secretsmanager:GetSecretValue") return grants.secrets !== undefined;
    return (grants.key ?? []).some(
      (grant) =>
        grant.action === action &&
        (grant.field === undefined || grant.field === context?.encryptionContext?.field),
    );
  };

/** One key pair for every function's role, and one for the operator (seed, release, foreign clients). */
export function createPrincipals() {
  const operator = newPrincipal("operator", () => true);
  const functions = Object.fromEntries(
    Object.entries<FunctionSettings>(allFunctions).map(([name, { grants }]) => [
      name,
      newPrincipal(name, allowedBy(grants)),
    ]),
  ) as Record<FunctionName, Principal>;
  const byKey = new Map([operator, ...Object.values(functions)].map((each) => [each.accessKeyId, each]));
  const find: FindPrincipal = (accessKeyId) => byKey.get(accessKeyId);
  return { operator, functions, find };
}
export type Principals = ReturnType<typeof createPrincipals>;
