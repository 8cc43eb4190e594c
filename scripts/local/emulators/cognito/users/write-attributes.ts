/** New values of attributes. Source: developer guide, "Updating email addresses and phone numbers". */
import { sendCode } from "../codes.ts";
import type { CodeDeliveryDetails } from "../messages.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { changeUser } from "./users.ts";

type ClientMetadata = Record<string, string> | undefined;

/** Writes what needs no proof, and sends the code for what does. */
export async function writeAttributes(
  pool: Pool,
  user: User,
  { email, ...others }: Record<string, string>,
  clientMetadata: ClientMetadata,
): Promise<CodeDeliveryDetails | undefined> {
  const number = others.phone_number;
  const renumbered = number !== undefined && number !== user.attributes.phone_number;
  const proof = renumbered ? { phone_number_verified: "false" } : {};
  changeUser(pool, user, { attributes: { ...user.attributes, ...proof, ...others } });
  if (email === undefined) return undefined;
  if (others.email_verified === "true") return settleEmail(pool, user, email);
  return changeEmail(pool, user, email, clientMetadata);
}

/** An administrator vouches for the address. */
function settleEmail(pool: Pool, user: User, email: string): undefined {
  user.pendingAttributes = {};
  delete user.codes.email;
  changeUser(pool, user, { attributes: { ...user.attributes, email } });
}

/** The same address again sends nothing, and withdraws a change that was still waiting for its code. */
async function changeEmail(
  pool: Pool,
  user: User,
  email: string,
  clientMetadata: ClientMetadata,
): Promise<CodeDeliveryDetails | undefined> {
  if (email === user.attributes.email) return settleEmail(pool, user, email);
  user.pendingAttributes = { email };
  const source = "CustomMessage_UpdateUserAttribute";
  return sendCode(pool, user, "email", { source, to: email, clientMetadata });
}
