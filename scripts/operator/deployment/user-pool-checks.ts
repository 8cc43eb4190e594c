/** Checks of the deployed user pool before a deployment changes it. */
import {
  CognitoIdentityProviderClient,
  GetUserPoolMfaConfigCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { passkeyPrefix } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { type Environment, relyingPartyOf } from "#infra/environment.ts";
import { type Check, type Finding, fix, ok } from "./check.ts";
import type { Deployed } from "./deployed.ts";

export function userPoolChecks(environment: Environment, deployed: () => Promise<Deployed>): Check[] {
  const { userPoolSchema } = environment;
  return [
    { title: "Passkeys", run: async () => checkRelyingParty(environment, await deployed()) },
    ...(userPoolSchema
      ? [{ title: "User pool schema", run: async () => checkSchema(environment, await deployed()) }]
      : []),
  ];
}

const poolOf = ({ adopted }: Environment, deployed: Deployed): string | undefined =>
  adopted?.userPool ?? deployed.idsOf("AWS::Cognito::UserPool")[0];

/** A passkey belongs to its relying party for ever: another one ends them all. */
async function checkRelyingParty(environment: Environment, deployed: Deployed): Promise<Finding> {
  const UserPoolId = poolOf(environment, deployed);
  if (UserPoolId === undefined) return ok("There is no user pool yet.");
  const client = new CognitoIdentityProviderClient({ region: environment.region });
  const { WebAuthnConfiguration } = await client.send(new GetUserPoolMfaConfigCommand({ UserPoolId }));
  const [live, next] = [WebAuthnConfiguration?.RelyingPartyId, relyingPartyOf(environment)];
  if (live === undefined) return ok("The user pool has none yet.");
  if (live === next) return ok(`They belong to ${live}.`);
  const owners = await passkeyOwners(environment, deployed);
  if (owners === undefined) return ok(`They belonged to ${live}, and no customer has one.`);
  const change =
    next === undefined ? "have no passkeys" : `make ${next} their relying party instead of ${live}`;
  return fix(`The settings ${change}, which ends those of ${owners}. ${wayToKeep(live, environment)}`);
}

function wayToKeep(live: string, { domain, featurePlan }: Environment): string {
  if (featurePlan === "lite") return "Keep them with the featurePlan essentials or plus.";
  const setting = `relyingParty: "${live}" (docs/runbooks/move-domain.md#passkeys)`;
  if (domain?.names.includes(live)) return `Keep them with domain.${setting}.`;
  return `Keep them, and the DNS records of ${live}: leave it in domain.names, and write ${setting}.`;
}

/** In pages of 1 MB: the rows of some thousands of customers. */
const mostPages = 20;

/** Undefined if there are none. */
async function passkeyOwners(
  { region, adopted }: Environment,
  deployed: Deployed,
): Promise<string | undefined> {
  const TableName = adopted?.table ?? deployed.idsOf("AWS::DynamoDB::Table")[0];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region }));
  try {
    const { customers, isAll } = await countPasskeyOwners(client, TableName);
    if (customers === 0) return isAll ? undefined : "some customers; the first rows of the table have none";
    return `${isAll ? "" : "at least "}${customers} ${customers === 1 ? "customer" : "customers"}`;
  } catch (error) {
    // The workflow's role may not read customers' rows.
    return `customers who could not be counted (${error instanceof Error ? error.name : "no answer"})`;
  }
}

/** Customers with a passkey in the first pages of the table. */
export async function countPasskeyOwners(
  client: DynamoDBDocumentClient,
  TableName: string | undefined,
): Promise<{ customers: number; isAll: boolean }> {
  const scan = {
    TableName,
    FilterExpression: "begins_with(sk, :prefix) AND attribute_not_exists(removedAt)",
    ExpressionAttributeValues: { ":prefix": passkeyPrefix },
    ProjectionExpression: "pk",
  };
  let [customers, pages, last] = [0, 0, ""];
  for await (const { Items = [], LastEvaluatedKey } of paginateScan({ client }, scan)) {
    // DynamoDB keeps the rows of a partition key together.
    for (const { pk } of Items) {
      if (pk !== last) customers += 1;
      last = pk;
    }
    pages += 1;
    if (pages === mostPages) return { customers, isAll: LastEvaluatedKey === undefined };
  }
  return { customers, isAll: true };
}

/** Attributes of a user pool are written when it is created, or never. */
async function checkSchema(environment: Environment, deployed: Deployed): Promise<Finding> {
  if (poolOf(environment, deployed) !== undefined)
    return ok("The user pool keeps the attributes that it has.");
  return fix(
    "Leave userPoolSchema out: there is no user pool yet, and the new one would not require an address.",
  );
}
