import { company, createConfirmedAccount, type Person, subOf, tokensOf, verifyPhone } from "./customer.ts";

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
