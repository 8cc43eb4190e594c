/** The settings of each environment, one typed object each. What is wrong or missing stops the synthesis. */
import type { Price } from "../shared/site-config.ts";
import { mistakesOf } from "./config-rules.ts";

const names = ["dev", "stg", "prod"] as const;
type Name = (typeof names)[number];

export interface Mail {
  /** Who our mail is from. */
  name: string;
  address: string;
  /** The identity verified in SES that may send as `address`: its domain, or the address itself. */
  identity: string;
}

export interface Domain {
  /** The first is the site's; the others answer as well, e.g. the old name while a domain moves. */
  names: readonly string[];
  /** ACM certificate of all of them. CloudFront takes it from us-east-1 only. */
  certificateArn: string;
}

/** Requests that are let through; more are refused. */
export interface Traffic {
  /** A second, for the whole API. */
  perSecond: number;
  burst: number;
  /** In five minutes, from one address: an office shares one. */
  perAddress: number;
  /** The same for `/api/verify`, where each may cost an SMS. */
  verifyPerAddress: number;
}

export interface EnvironmentSettings {
  /** Twelve digits. Given, a deployment to any other account is refused. */
  account?: string;
  region: string;
  /** Without it Cognito sends its own mail (50 a day) and ours waits in the outbox: enough for dev only. */
  mail?: Mail;
  /** Without it the site is at CloudFront's own name, where TLS 1.0 cannot be refused. */
  domain?: Domain;
  /** Application id from the National Tax Agency; without it only a corporate number's check digit is checked. */
  taxAgencyApplicationId?: string;
  /** SMS codes that the whole portal may send in a day: the ceiling on what an attack can cost. */
  smsDailyCap: number;
  /** The most codes that one address may ask for in an hour: an office shares one. */
  smsAddressHourlyCap: number;
  /** Of the standard plan, as the site shows it: the same as Stripe's price. */
  price: Price;
  /** Stripe's id of that price, `price_...`. Without it nobody can upgrade: enough for dev only. */
  stripePriceId?: string;
  /** Days that a customer has to pay an invoice. */
  invoiceDaysUntilDue: number;
  traffic: Traffic;
  /**
   * The most copies at once of a function whose provider bills us. Lambda sets them aside and keeps 100 for the others, so
   * the account needs a quota for it: leave it out while the quota is still a new account's.
   */
  costlyConcurrency?: number;
  /** Told of every alarm. Without it nobody is: enough for dev only. */
  alarmEmail?: string;
  /** Google Tag Manager's container, `GTM-...`; without it nothing of it is loaded or allowed. */
  tagManagerId?: string;
  /** Cognito's watch over risky sign-ins, which is paid for by active customer. */
  threatProtection?: "audit" | "enforced";
  /** Where the browser reaches the user pool, when that is not AWS itself but e.g. an emulator of it. */
  userPoolEndpoint?: string;
  /** Version of the secret header that CloudFront sends to the API. Raise it to rotate: docs/runbooks/rotate-secrets.md. */
  originSecretVersion: number;
  /** A table restored from a point in time, which takes the place of the stack's own: docs/runbooks/restore.md. */
  restoredTable?: string;
  /** The two fixed IPv4 addresses that the plugin calls from, for customers to allow. Without them enough for dev only. */
  pluginAddresses?: readonly string[];
}

export interface Environment extends EnvironmentSettings {
  name: Name;
}

const price: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };

const common = {
  region: "ap-northeast-1",
  smsAddressHourlyCap: 10,
  price,
  invoiceDaysUntilDue: 30,
  traffic: { perSecond: 50, burst: 100, perAddress: 2000, verifyPerAddress: 60 },
  originSecretVersion: 1,
} satisfies Partial<EnvironmentSettings>;

const environments: Record<Name, EnvironmentSettings> = {
  dev: { ...common, smsDailyCap: 50 },
  stg: { ...common, smsDailyCap: 50 },
  prod: { ...common, smsDailyCap: 500, costlyConcurrency: 20 },
};

/** Says in one sentence per mistake what to write where. */
export class SettingsError extends Error {}

/** The settings of the environment that `-c env=` names; dev when it names none. */
export function environmentNamed(name: unknown = "dev"): Environment {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) {
    throw new SettingsError(`There is no environment "${name}": write -c env=dev, stg or prod.`);
  }
  return checked({ name: known, ...environments[known] });
}

/** The same settings, when nothing is wrong with them. */
export function checked(environment: Environment): Environment {
  const mistakes = mistakesOf(environment);
  if (mistakes.length === 0) return environment;
  const where = `infra/config.ts, environments.${environment.name}`;
  throw new SettingsError(mistakes.map((mistake) => `${where}: ${mistake}`).join("\n"));
}
