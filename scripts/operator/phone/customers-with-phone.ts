import { parseProfile } from "../../../functions/customer/profile.ts";
import { toInternationalNumber } from "../../../shared/normalize.ts";
import type { Target } from "../command.ts";
import { scanPages } from "../table.ts";

export interface PhoneOwner {
  sub: string;
  customerId: string;
  loginId: string;
}

/** The customers with that number, `+81...`. Numbers are in no key of theirs, so this scans the whole table. */
export async function customersWithPhone(number: string, target: Target): Promise<PhoneOwner[]> {
  const owners: PhoneOwner[] = [];
  for await (const rows of scanPages(target, "sk = :profile", { ":profile": "PROFILE" })) {
    const fitting = rows.filter(
      ({ chargePhoneNumber }) => toInternationalNumber(String(chargePhoneNumber)) === number,
    );
    owners.push(...fitting.map((row) => ({ sub: row.pk.replace("CUSTOMER#", ""), ...parseProfile(row) })));
  }
  return owners;
}
