import { randomUUID } from "node:crypto";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { newProfile, type Profile } from "#functions/customer/profile.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { signupRequest } from "#shared/customer/customer.ts";
import { type Person, signupOf } from "./people.ts";
import type { Portal } from "./portal.ts";

/** As after a sign-up; returns the customer id. */
export async function storeRecord(
  { dynamodb }: Pick<Portal, "dynamodb">,
  person: Person,
  changes: Partial<Profile> = {},
): Promise<string> {
  const customerId = randomUUID();
  const signup = signupRequest.parse(signupOf(person, "request"));
  const profile = newProfile(signup, { ...person, customerId, createdAt: new Date().toISOString() });
  const item = { pk: `CUSTOMER#${person.sub}`, sk: "PROFILE", ...profile, ...changes };
  const Item = marshall(item, { removeUndefinedValues: true });
  await dynamodb.send(new PutItemCommand({ TableName: identifiers.tableName, Item }));
  return customerId;
}
