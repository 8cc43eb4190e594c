import { type Profile, parseProfile, profileKey } from "#functions/customer/profile.ts";
import { normalizeForSearch } from "#functions/customer/search-attributes.ts";
import { getItem, readPartition } from "#functions/platform/table.ts";
import { currentActor } from "../audit.ts";
import { CommandRefused } from "../command.ts";
import { parseRow } from "../rows.ts";
import { type Account, findAccount } from "./account.ts";

/** The customer of a command. Without a profile: did not finish signing up, or erased. Without an account: erased. */
export interface Customer {
  sub: string;
  account: Account | undefined;
  profile: Profile | undefined;
}

export class CustomerNotFound extends CommandRefused {}

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export async function readProfile(sub: string): Promise<Profile | undefined> {
  const key = profileKey(sub);
  const item = await getItem(key);
  return item && parseRow({ ...item, ...key }, parseProfile);
}

/**
 * Finds a customer by login ID, or by `sub` if the account was deleted. Throws `CustomerNotFound`, or `CommandRefused`
 * if the reason contains personal data, which must not stay in the audit trail.
 */
export async function findCustomer(name: string): Promise<Customer> {
  const account = await findAccount(name);
  const sub = account?.sub ?? (isId(name) ? name : undefined);
  const isKnown = account ?? (sub !== undefined && (await readPartition(`CUSTOMER#${sub}`)).length > 0);
  if (sub === undefined || !isKnown)
    throw new CustomerNotFound(`There is no account with the login ID ${name}.`);
  const customer = { sub, account, profile: await readProfile(sub) };
  checkReason(currentActor().reason, customer);
  return customer;
}

/** Like `findCustomer`. Throws `CommandRefused` also without a profile. */
export async function findSignedUp(
  name: string,
): Promise<{ sub: string; profile: Profile; account: Account | undefined }> {
  const { profile, ...customer } = await findCustomer(name);
  if (!profile)
    throw new CommandRefused(`${name} has no profile: the sign-up was never finished, or erased.`);
  return { ...customer, profile };
}

/** The audit trail outlives the customer's data, so none of it may be in there. */
function checkReason(reason: string | undefined, { account, profile }: Customer): void {
  const personal = [
    account?.userName,
    account?.attributes.email,
    profile?.email,
    profile?.corporateName,
    profile?.chargePhoneNumber,
    profile && `${profile.chargeLastName}${profile.chargeFirstName}`,
  ].map((each) => normalizeForSearch(each ?? ""));
  const normalizedReason = normalizeForSearch(reason ?? "");
  if (personal.some((each) => each.length >= minMatchLength && normalizedReason.includes(each))) {
    throw new CommandRefused(
      "The reason stays in the audit trail for good: leave names, addresses and numbers out of it.",
    );
  }
}

/** Shorter text is part of many words. */
const minMatchLength = 3;
