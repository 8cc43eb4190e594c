import { randomUUID } from "node:crypto";
import { newProfile, type Profile, profileRow } from "#functions/customer/profile.ts";
import { signupRequest } from "#shared/customer/customer.ts";
import { type Person, signupOf } from "./people.ts";
import type { Portal } from "./portal.ts";

/** As after a sign-up; returns the customer id. */
export async function saveProfile(
  portal: Pick<Portal, "put">,
  person: Person,
  changes: Partial<Profile> = {},
): Promise<string> {
  const customerId = randomUUID();
  const signup = signupRequest.parse(signupOf(person, "request"));
  const profile = newProfile(signup, { ...person, customerId, createdAt: new Date().toISOString() });
  await portal.put(profileRow(person.sub, { ...profile, ...changes }));
  return customerId;
}
