import { expect } from "vitest";
import {
  company,
  createConfirmedAccount,
  type Person,
  postJson,
  subOf,
  tokensOf,
  verifyPhone,
} from "./customer.ts";
import { local } from "./local.ts";
import { customerItems, decrypt, endLeases, itemsNaming } from "./table.ts";

/** Somebody who is about to become a customer with exactly this request. */
export interface Newcomer {
  person: Person;
  idToken: string;
  /** The user pool's id. */
  sub: string;
  signup: Record<string, unknown>;
}

export async function createNewcomer(): Promise<Newcomer> {
  const person = await createConfirmedAccount();
  const { idToken } = await tokensOf(person);
  const { phoneNumber: chargePhoneNumber, email } = person;
  const requestId = await verifyPhone(chargePhoneNumber);
  const signup = { operation: "signup", ...company, chargePhoneNumber, email, requestId };
  return { person, idToken, sub: subOf(idToken), signup };
}

export const signUp = ({ signup, idToken }: Newcomer): Promise<Response> =>
  postJson("/api/user", signup, idToken);

/** The licence keys that were mailed, one for each mail. */
export async function mailedKeys({ person }: Newcomer): Promise<string[]> {
  const mails = (await local.messages(person.email)).filter(({ subject }) => subject?.includes("認証キー"));
  return mails.map(
    ({ text }) => /ライセンスキー：((?:[0-9A-Z]{5}-){5}[0-9A-Z]{5})\n/.exec(text)?.[1] ?? "none",
  );
}

/** Simulates the quarter of an hour after a crash. */
export async function reconcile({ sub }: Newcomer): Promise<void> {
  await endLeases(sub);
  await local.reconcile();
}

/** One record, one key, one audit row, the phone used up once, nothing left over; returns the key. */
export async function expectOneRegistration({ sub }: Newcomer): Promise<string> {
  const [audit, profile, secrets, ...more] = await customerItems(sub);
  expect(more).toEqual([]);
  expect([profile?.sk?.S, secrets?.sk?.S, audit?.action?.S]).toEqual(["PROFILE", "SECRETS", "signup"]);
  expect([profile?.plan?.S, audit?.customerId?.S]).toEqual(["trial", profile?.customerId?.S]);

  const elsewhere = (await itemsNaming(sub)).filter(
    ({ pk }) => !pk?.S?.startsWith("ACTIVITY#") && pk?.S !== profile?.pk?.S,
  );
  expect(elsewhere.map(({ pk }) => pk?.S?.split("#")[0]).sort()).toEqual(["CUSTOMER_ID", "VERIFICATION"]);
  expect(elsewhere.find(({ sk }) => sk?.S === "POINTER")?.pk?.S).toBe(
    `CUSTOMER_ID#${profile?.customerId?.S}`,
  );
  return decrypt(secrets?.licenceKey?.S ?? "", { customer: sub, field: "licenceKey" });
}
