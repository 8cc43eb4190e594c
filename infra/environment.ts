/** The settings of an environment: `infra/config.ts` has the values, `infra/config-rules.ts` the rules. */
import type { Company, Price } from "#shared/site/site-config.ts";

export const environmentNames = ["dev", "stg", "prod"] as const;
export type Name = (typeof environmentNames)[number];

export interface Mail {
  /** Display name of the sender. */
  name: string;
  address: string;
  /** The verified SES identity that sends as `address`: the address, its domain or a domain above. */
  identity: string;
  /**
   * The policy of the stacks' DMARC record for mail that fails: `none` (the default) reports only. `existing` keeps an
   * existing record.
   */
  dmarc?: "none" | "quarantine" | "reject" | "existing";
}

export interface Domain {
  /** The first is the site's. The others serve it too, e.g. the old name while a domain moves. */
  names: readonly string[];
  /** An ACM certificate of all names, in us-east-1. Without it every name is in a hosted zone, where the stacks prove a new one. */
  certificateArn?: string;
  /**
   * Our Route 53 zones: the stacks create the records of the names in them, the certificate and, for a sender in one, the SES
   * identity. A name in none of them is pointed to CloudFront by a person.
   */
  hostedZones?: readonly HostedZone[];
}

/**
 * Existing resources that replace those of the stacks: left by an earlier deployment, restored from a point in time, or another
 * environment's. The stacks refer to it and never change or delete it: docs/runbooks/adopt-retained.md.
 */
export interface Adopted {
  /** Name of a DynamoDB table. */
  table?: string;
  /** ARN of the KMS key that the table's secrets are encrypted with. */
  key?: string;
  /** Id of a user pool, `ap-northeast-1_...`, whose triggers are this environment's functions. */
  userPool?: string;
  /** Name of an AWS Backup vault. */
  backupVault?: string;
  /** `mail.identity` exists in SES, with its DNS records. `configurationSet` is the name of its default one, if it has one. */
  mailIdentity?: { configurationSet?: string };
}

export interface HostedZone {
  /** `Z...` */
  id: string;
  /** Without a dot at its end. */
  name: string;
}

/** Request limits. Requests above a limit get 429, from the user pool `ForbiddenException`. */
export interface Traffic {
  /** Requests per second to one route of the API, and to all routes that have no limit of their own. */
  perSecond: number;
  burst: number;
  /** The same for a route that needs no token: its function runs for strangers too. */
  publicPerSecond: number;
  /** Requests in five minutes from one IP address. An office shares one. */
  perAddress: number;
  /** The same for `/api/verify`, where each may cost an SMS. */
  verifyPerAddress: number;
  /** The same for Stripe's webhook. Stripe repeats what was refused for three days. */
  webhookPerAddress: number;
  /** The same for the user pool, which browsers call past CloudFront. */
  userPoolPerAddress: number;
  /**
   * The same for its calls that send a mail or try a password. An office or a mobile network shares one IPv4 address: at 100
   * a whole office can sign in at nine o'clock. Renewing tokens is another call and does not count.
   */
  signInPerAddress: number;
}

/** Codes that the user pool mails. Beyond the limit the screen says to try later: it protects the name of our sender. */
export interface CodeMails {
  /** For the whole portal in an hour, for sign-ups and accounts together. */
  perHour: number;
  /** Percent of it that sign-ups cannot use, so that a flood of them leaves room for a forgotten password. */
  percentForAccounts: number;
}

export interface EnvironmentSettings {
  /** Twelve digits. A deployment to any other account is refused. Required in prod. */
  account?: string;
  region: string;
  /** Without it Cognito sends 50 mails a day, and ours stay in the outbox. Only dev can do without. */
  mail?: Mail;
  /** Without it the site uses CloudFront's domain name, for which TLS 1.0 cannot be disabled, and nobody has passkeys. */
  domain?: Domain;
  /** Application id from the National Tax Agency. Without it only the check digit of a corporate number is verified. */
  taxAgencyApplicationId?: string;
  /** SMS codes that the whole portal sends in a day: the limit of what an attack can cost. */
  smsDailyCap: number;
  /** SMS codes for one IP address in an hour. An office shares one. */
  smsAddressHourlyCap: number;
  codeMails: CodeMails;
  /**
   * Percent of SES's rate and of its quota for 24 hours at which announcements wait; other mail counts too. The rest is reserved
   * for urgent mail.
   */
  announcementMailPercent: number;
  /** Named at the foot of every screen, with its terms and the way to reach it. Only dev can do without. */
  company?: Company;
  /** Price of the standard plan on the site. Must equal Stripe's price. prod has to name its own. */
  price: Price;
  /** Id of that price in Stripe, `price_...`. Without it nobody can upgrade. Only dev can do without. */
  stripePriceId?: string;
  /**
   * The seller's registration number for qualified invoices (適格請求書), `T` and 13 digits. `npm run setup:stripe` has Stripe print it on
   * every invoice. prod has to name its own.
   */
  registrationNumber?: string;
  /** Days that a customer has to pay an invoice. */
  invoiceDaysUntilDue: number;
  traffic: Traffic;
  /** AWS WAF in front of CloudFront and the user pool, 18 USD a month. Only dev can do without. */
  firewall: boolean;
  /**
   * Reserved concurrency of each function whose provider bills us. Lambda reserves it from the account's quota and keeps 100
   * for the other functions: a new account's quota is too small for it, so it is off unless set.
   */
  costlyConcurrency?: number;
  /** Receives every alarm and budget notification; without it there are no alarms. Only dev can do without. */
  alarmEmail?: string;
  /** Of the whole AWS account: mail is sent from 80 % on, or when the forecast is above it. */
  monthlyBudgetUsd: number;
  /** Container of Google Tag Manager, `GTM-...`. Without it the site does not load its script. */
  tagManagerId?: string;
  /**
   * Feature plan of the user pool; passkeys need essentials or plus. USD per monthly active user: lite 0.0055, essentials 0.015 (both free for the first
   * 10,000), plus 0.02. https://aws.amazon.com/cognito/pricing/
   */
  featurePlan: "lite" | "essentials" | "plus";
  /** Cognito's protection against risky sign-ins; needs the plan `plus`. Prod must say which. */
  threatProtection?: "off" | "audit" | "enforced";
  /**
   * The traffic shift to a function's new version: all calls at once, or 10 % of them for five minutes first, in which an alarm
   * stops the deployment. `-c rollout=at-once` is for the deployment after a rollback: docs/runbooks/rollback.md.
   */
  rollout: "at-once" | "gradual";
  /** Origin of an emulated user pool for the browser; unset for AWS. */
  userPoolEndpoint?: string;
  /**
   * X-Ray traces of the functions. Lambda samples itself, one request a second and 5 % of the others, and has no setting for it: on or
   * off. 5 USD for a million traces.
   */
  tracing: boolean;
  /** Version of the secret header that CloudFront sends to the API. Raise it to rotate: docs/runbooks/rotate-secrets.md. */
  originSecretVersion: number;
  /**
   * A copy of the table each night, kept for 35 days; with `copyTo`, the ARN of a vault in another account of the organization, there
   * too. docs/runbooks/restore.md. Without it there is point-in-time recovery only.
   */
  backups?: { copyTo?: string };
  /** Existing resources that replace those of the stacks. */
  adopted?: Adopted;
  /** The two fixed IPv4 addresses that the plugin calls from, for customers' firewalls. Only dev can do without. */
  pluginAddresses?: readonly string[];
}

export interface Environment extends EnvironmentSettings {
  name: Name;
}

/** The codes in an hour that sign-ups may use. */
export const signUpMailsPerHour = ({
  codeMails: { perHour, percentForAccounts },
}: EnvironmentSettings): number => Math.floor((perHour * (100 - percentForAccounts)) / 100);

/** Customers can sign in with passkeys: the site has a name of its own to bind them to, and the plan has them. */
export const hasPasskeys = ({ domain, featurePlan }: EnvironmentSettings): boolean =>
  domain !== undefined && featurePlan !== "lite";
