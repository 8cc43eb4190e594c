/** Fills the local table, user pool and Stripe's account with customers, without the calls by which people become customers. */
import { BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import pMap from "p-map";
import { newProfile } from "#functions/customer/profile.ts";
import type { LocalCloud } from "#scripts/local/cloud.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { SignupRequest } from "#shared/customer/customer.ts";
import { dayMs } from "#shared/durations.ts";
import { type Person, personOf, signupOf } from "../people.ts";

/** Of all customers, as `infra/limits.ts` assumes: they have a contract by card. */
const paying = 0.3;
/** Stripe's events of a day on which the webhook was down, for each customer. */
const undelivered = 0.03;
/** Accounts whose address was never confirmed, for each customer. */
const unconfirmed = 0.05;

export interface Filled {
  customers: number;
  contracts: number;
  events: number;
}

/** `template`: a customer with a contract by card, of whom the others are copies. */
export async function fill(cloud: LocalCloud, customers: number, template: string): Promise<Filled> {
  const people = Array.from({ length: customers }, (_, number) => personOf(number));
  const payers = people.slice(0, customers * paying);
  addAccounts(cloud, people, customers * unconfirmed);
  const events = addContracts(cloud, payers, template, customers * undelivered);
  await putRows(cloud, people, payers.length);
  return { customers, contracts: payers.length, events };
}

type Entry = [string, Record<string, unknown>];

/** All changed for the last time more than 30 days ago: each is looked up in the table. */
function addAccounts({ services: { cognito } }: LocalCloud, people: readonly Person[], abandoned: number) {
  cognito.seedUser({ userName: "like", email: "like@example.com", password: "Correct-Horse-1" });
  const snapshot = cognito.snapshot() as { state: { users: Entry[] } };
  const [, like] = snapshot.state.users.find(([name]) => name === "like") ?? [];
  const copy = (person: Person, status = "CONFIRMED"): Entry => [
    person.loginId,
    {
      ...like,
      userName: person.loginId,
      sub: person.claims.sub,
      status,
      attributes: { email: person.email, email_verified: "true" },
      createdAt: Date.now() - 40 * dayMs,
      modifiedAt: Date.now() - 40 * dayMs,
    },
  ];
  const others = Array.from({ length: abandoned }, (_, number) => personOf(people.length + number));
  snapshot.state.users.push(
    ...people.map((each) => copy(each)),
    ...others.map((each) => copy(each, "UNCONFIRMED")),
  );
  cognito.restore(snapshot);
}

type Stored = Record<string, unknown> & { id: string };
interface Account {
  state: Record<"customers" | "paymentMethods" | "subscriptions" | "events", Stored[]>;
}

/** Returns how many events wait. */
function addContracts(
  { services: { stripe } }: LocalCloud,
  payers: readonly Person[],
  template: string,
  waiting: number,
): number {
  const snapshot = stripe.snapshot() as Account;
  const { customers, paymentMethods, subscriptions, events } = snapshot.state;
  const like = subscriptions.find((each) => (each.metadata as { sub?: string }).sub === template);
  const customer = customers.find(({ id }) => id === like?.customer);
  const card = paymentMethods.find((each) => each.customer === customer?.id);
  const event = events.find(({ type }) => type === "invoice.paid");
  if (!like || !customer || !card || !event) throw new Error("The template has no contract by card.");
  for (const [index, { claims, email }] of payers.entries()) {
    const metadata = { ...(like.metadata as object), sub: claims.sub };
    const method = `pm_${index}`;
    customers.push({
      ...customer,
      id: `cus_${index}`,
      email,
      metadata,
      invoice_settings: { default_payment_method: method },
    });
    paymentMethods.push({ ...card, id: method, customer: `cus_${index}` });
    subscriptions.push({
      ...like,
      id: `sub_${index}`,
      customer: `cus_${index}`,
      metadata,
      default_payment_method: method,
    });
  }
  const created = Math.floor(Date.now() / 1000) - 3600;
  for (let index = 0; index < waiting; index += 1)
    events.push({ ...event, id: `evt_${index}`, created, pending_webhooks: 1 });
  stripe.restore(snapshot);
  return waiting;
}

/** Profile, secrets, pointer and sign-up's audit row of each. */
async function putRows(
  { environment }: LocalCloud,
  people: readonly Person[],
  payers: number,
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? "",
    region: identifiers.region,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
    },
  });
  const customersAtOnce = 6;
  const starts = [...people.keys()].filter((index) => index % customersAtOnce === 0);
  await pMap(
    starts,
    (start) => {
      const rows = people
        .slice(start, start + customersAtOnce)
        .flatMap((person, index) => rowsOf(person, start + index, start + index < payers));
      const requests = rows.map((row) => ({
        PutRequest: { Item: marshall(row, { removeUndefinedValues: true }) },
      }));
      return client.send(new BatchWriteItemCommand({ RequestItems: { [identifiers.tableName]: requests } }));
    },
    { concurrency: 8 },
  );
}

function rowsOf(person: Person, number: number, pays: boolean): Record<string, unknown>[] {
  const { loginId, email, claims } = person;
  const pk = `CUSTOMER#${claims.sub}`;
  const customerId = crypto.randomUUID();
  const at = new Date().toISOString();
  const signup = {
    ...signupOf(person, ""),
    corporateName: `株式会社計測${number}`,
  } as unknown as SignupRequest;
  const profile = newProfile(signup, { customerId, loginId, email, createdAt: at });
  const contract = {
    plan: "standard",
    paymentType: "card",
    subscriptionId: `sub_${number}`,
    stripeCustomerId: `cus_${number}`,
  };
  return [
    { pk, sk: "PROFILE", ...profile, ...(pays && contract) },
    { pk, sk: "SECRETS", basicPassword: "AQID".repeat(60) },
    { pk, sk: `AUDIT#${at}#signup`, action: "signup", at, customerId },
    { pk: `CUSTOMER_ID#${customerId}`, sk: "POINTER", sub: claims.sub },
  ];
}
