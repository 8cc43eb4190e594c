/** The attributes that a person may write, and their forms. Source: developer guide, "User pool attributes". */

import { sendCode } from "../codes.ts";
import { invalidParameter, notAuthorized } from "../errors.ts";
import type { CodeDeliveryDetails } from "../messages.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { changeUser } from "./users.ts";

interface AttributeInput {
  Name: string;
  Value?: string | undefined;
}

/** Of the standard ones; the others are not emulated. */
const writable = new Set(["email", "phone_number"]);
/** Only the pool itself, or an administrator, sets these. */
const reserved = new Set(["sub", "email_verified", "phone_number_verified", "identities"]);

/** The additional attributes that administrators may write. */
const administered: ReadonlySet<string> = new Set(["email_verified", "phone_number_verified"]);

/** Throws NotAuthorizedException or InvalidParameterException. */
export function readAttributes(
  inputs: readonly AttributeInput[],
  { asAdministrator = false, custom = [] as readonly string[] } = {},
): Record<string, string> {
  for (const { Name, Value = "" } of inputs) {
    if (asAdministrator && administered.has(Name)) continue;
    if (reserved.has(Name)) throw notAuthorized("A client attempted to write unauthorized attribute");
    const isOurs = custom.some((name) => Name === `custom:${name}`);
    if (!writable.has(Name) && !isOurs) throw notInSchema(`${Name}: Attribute does not exist in the schema.`);
    if (Name === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(Value)) {
      throw invalidParameter("Invalid email address format.");
    }
    if (Name === "phone_number" && !/^\+[1-9]\d{1,14}$/.test(Value)) {
      throw invalidParameter("Invalid phone number format.");
    }
  }
  return Object.fromEntries(inputs.map(({ Name, Value = "" }) => [Name, Value]));
}

export function requireRequiredAttributes(pool: Pool, attributes: Record<string, string>): void {
  const missing = pool.settings.requiredAttributes.find((name) => !attributes[name]);
  if (missing !== undefined) throw notInSchema(`${missing}: The attribute is required`);
}

/** The real message ends in a line break, too. */
function notInSchema(problem: string) {
  return invalidParameter(`Attributes did not conform to the schema: ${problem}\n`);
}

/** Writes what needs no proof, and sends the code for what does. */
export async function writeAttributes(
  pool: Pool,
  user: User,
  { email, ...others }: Record<string, string>,
): Promise<CodeDeliveryDetails | undefined> {
  const number = others.phone_number;
  const renumbered = number !== undefined && number !== user.attributes.phone_number;
  const proof = renumbered ? { phone_number_verified: "false" } : {};
  changeUser(pool, user, { attributes: { ...user.attributes, ...proof, ...others } });
  if (email === undefined) return undefined;
  if (others.email_verified === "true") return settleEmail(pool, user, email);
  return changeEmail(pool, user, email);
}

/** An administrator vouches for the address. */
function settleEmail(pool: Pool, user: User, email: string): undefined {
  delete user.codes.email;
  changeUser(pool, user, { attributes: { ...user.attributes, email } });
}

/**
 * The same address again sends nothing, and withdraws a change that was still waiting for its code. AWS does not say what a code is good
 * for whose address was replaced by one that the trigger refused; here, for nothing.
 */
async function changeEmail(pool: Pool, user: User, email: string): Promise<CodeDeliveryDetails | undefined> {
  if (email === user.attributes.email) return settleEmail(pool, user, email);
  delete user.codes.email;
  const source = "CustomMessage_UpdateUserAttribute";
  return sendCode(pool, user, "email", { source, to: email });
}
