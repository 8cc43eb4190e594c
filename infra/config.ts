/** The settings of each environment, one typed object each. What is wrong or missing stops the synthesis. */
import type { Price } from "../shared/site-config.ts";
import { mistakesOf } from "./config-rules.ts";

const names = ["dev", "stg", "prod"] as const;
type Name = (typeof names)[number];

export interface Mail {
  /** Who our mail is from. */
  name: string;
  address: string;
  /** The verified SES identity that sends as `address`: the address, its domain or a domain above. */
  identity: string;
}

export interface Domain {
  /** The first is the site's; the others answer as well, e.g. the old name while a domain moves. */
  names: readonly string[];
  /** An ACM certificate of all names, in us-east-1. Without it `hostedZone` is needed, where the stacks prove a new one. */
  certificateArn?: string;
  /** The Route 53 zone of all names: the stacks create certificate, aliases and, for a sender in it, the SES identity. */
  hostedZone?: HostedZone;
}

export interface HostedZone {
  /** `Z...` */
  id: string;
  /** Without a dot at its end. */
  name: string;
}

/** Requests that are let through; more are refused. */
export interface Traffic {
  /** A second, for the whole API. */
  perSecond: number;
  burst: number;
  /** In five minutes, from one IP address: an office shares one. */
  perAddress: number;
  /** The same for `/api/verify`, where each may cost an SMS. */
  verifyPerAddress: number;
  /** The same for Stripe's webhook. Stripe repeats what was refused for three days. */
  webhookPerAddress: number;
}

export interface EnvironmentSettings {
  /** Twelve digits. A deployment to any other account is refused. Required in prod. */
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
   * Reserved concurrency of each function whose provider bills us. Lambda reserves it from the account's quota and keeps 100
   * for the other functions: a new account's quota is too small for it, so it is off unless set.
   */
  costlyConcurrency?: number;
  /** Receives every alarm and budget notification. Only dev can do without. */
  alarmEmail?: string;
  /** Of the whole AWS account: mail is sent from 80 % on, or when the forecast is above it. */
  monthlyBudgetUsd: number;
  /** Google Tag Manager's container, `GTM-...`; without it nothing of it is loaded or allowed. */
  tagManagerId?: string;
  /**
   * Feature plan of the user pool. USD per monthly active user: lite 0.0055, essentials 0.015 (both free for the first
   * 10,000), plus 0.02. https://aws.amazon.com/cognito/pricing/
   */
  featurePlan: "lite" | "essentials" | "plus";
  /** Cognito's protection against risky sign-ins; needs the plan `plus`. Prod must say which. */
  threatProtection?: "off" | "audit" | "enforced";
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
  traffic: { perSecond: 50, burst: 100, perAddress: 2000, verifyPerAddress: 60, webhookPerAddress: 1000 },
  featurePlan: "essentials",
  monthlyBudgetUsd: 50,
  originSecretVersion: 1,
} satisfies Partial<EnvironmentSettings>;

const environments: Record<Name, EnvironmentSettings> = {
  dev: { ...common, smsDailyCap: 50 },
  stg: { ...common, smsDailyCap: 50 },
  prod: { ...common, smsDailyCap: 500, monthlyBudgetUsd: 200 },
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
